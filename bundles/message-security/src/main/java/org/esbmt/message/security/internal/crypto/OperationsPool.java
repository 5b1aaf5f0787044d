package org.esbmt.message.security.internal.crypto;

import java.security.SecureRandom;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Lends {@link Operations} to one thread at a time: to look up the providers of six operations takes longer than to read
 * a message. Thread-locals would keep this bundle's classes after its stop.
 */
public final class OperationsPool {
    private static final int MOST = 64;

    private final SecureRandom random = new SecureRandom();
    private final BlockingQueue<Operations> idle = new ArrayBlockingQueue<>(MOST);

    /** An idle one, or a new one. */
    public Operations take() {
        Operations operations = idle.poll();
        return operations == null ? new Operations(random) : operations;
    }

    /** Takes one back. It is dropped if many are idle. */
    public void giveBack(Operations operations) {
        idle.offer(operations);
    }
}
