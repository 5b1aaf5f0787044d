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
    private volatile CryptoProvider provider;

    public OperationsPool(CryptoProvider provider) {
        this.provider = provider;
    }

    /** All operations that are taken from now on are by this provider. */
    public void use(CryptoProvider next) {
        provider = next;
    }

    public CryptoProvider provider() {
        return provider;
    }

    /** An idle one, or a new one. Those by a former provider are dropped. */
    public Operations take() {
        CryptoProvider now = provider;
        Operations operations = idle.poll();
        return operations != null && operations.isBy(now) ? operations : new Operations(random, now);
    }

    /** Takes one back. It is dropped if many are idle. */
    public void giveBack(Operations operations) {
        idle.offer(operations);
    }
}
