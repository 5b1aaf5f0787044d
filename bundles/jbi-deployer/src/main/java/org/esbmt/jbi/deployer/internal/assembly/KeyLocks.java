package org.esbmt.jbi.deployer.internal.assembly;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/** One lock for each assembly with a running operation, so that different assemblies do not wait for each other. */
final class KeyLocks {
    private final Map<AssemblyKey, Counted> locks = new ConcurrentHashMap<>();

    private static final class Counted {
        final ReentrantLock lock = new ReentrantLock();
        int users; // changed only inside of the map's compute
    }

    interface Work<T, X extends Exception> {
        T run() throws X;
    }

    <T, X extends Exception> T exclusively(AssemblyKey key, Work<T, X> work) throws X {
        Counted counted = locks.compute(key, (k, there) -> {
            Counted mine = there == null ? new Counted() : there;
            mine.users++;
            return mine;
        });
        counted.lock.lock();
        try {
            return work.run();
        } finally {
            counted.lock.unlock();
            locks.computeIfPresent(key, (k, there) -> --there.users == 0 ? null : there);
        }
    }
}
