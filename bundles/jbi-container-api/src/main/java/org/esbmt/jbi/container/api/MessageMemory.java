package org.esbmt.jbi.container.api;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The heap that messages of all tenants occupy on this node, over all components. It is a sum that is never exceeded,
 * and a share of it for each tenant. Three quarters are shared: a tenant may occupy as much of them as stays free after
 * it (a dynamic threshold). So no tenant fills them alone. The last quarter is for small messages: a tenant may always
 * occupy a 512th of the sum.
 *
 * <p>Components count here the data that they keep beyond a piece of a message: complete bodies, gathered ones, and
 * waiting ones. Any thread; no call waits.
 */
public final class MessageMemory {
    private static final long LEAST = 1L << 20;
    private static final int SHARE_OF_HEAP = 3;
    private static final int SMALL_SHARE = 512;

    private final long most;
    private final long shared;
    private final long small;
    private final AtomicLong taken = new AtomicLong();
    private final Map<Owner, Account> accounts = new ConcurrentHashMap<>();

    /** @param most the largest number of bytes of all tenants together */
    public MessageMemory(long most) {
        if (most < LEAST) {
            throw new IllegalArgumentException(
                    "messages.memory.bytes is " + most + " and must be 0, or at least " + LEAST);
        }
        this.most = most;
        this.shared = most - most / 4;
        this.small = most / SMALL_SHARE;
    }

    /** A third of the heap. The rest is for the evaluation of messages, for copies in transit, and for the bus. */
    public static MessageMemory ofHeap() {
        return new MessageMemory(Math.max(LEAST, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP));
    }

    /** The account of the owner's tenant, the same for every component; the plain world has one account. */
    public Account of(Owner owner) {
        return accounts.computeIfAbsent(requireNonNull(owner, "owner").tenantWide(), Account::new);
    }

    /** The largest number of bytes of all tenants together. */
    public long most() {
        return most;
    }

    /** The present number of bytes of all tenants together. */
    public long taken() {
        return taken.get();
    }

    /**
     * The account of one tenant. It exists as long as the node runs: a few words for each tenant that has sent a
     * message.
     */
    public final class Account {
        private final Owner owner;
        private final AtomicLong held = new AtomicLong();

        private Account(Owner owner) {
            this.owner = owner;
        }

        /**
         * Counts bytes that are kept from now on; {@link #giveBack} must follow. Concurrent threads of one tenant may
         * together exceed its share, but never the sum.
         *
         * @throws OverloadedException if there is not enough room; nothing is counted then
         */
        public void take(long bytes) {
            while (true) {
                long before = taken.get();
                long after = before + bytes;
                long mine = held.get() + bytes;
                if (after > most || (mine > small && mine > shared - after)) {
                    throw new OverloadedException("the messages of tenant " + owner + " would hold " + mine
                            + " bytes, and those of all tenants " + after + " of the " + most
                            + " of messages.memory.bytes (org.esbmt.jbi.container.cfg)");
                }
                if (taken.compareAndSet(before, after)) {
                    held.addAndGet(bytes);
                    return;
                }
            }
        }

        /** Releases counted bytes. */
        public void giveBack(long bytes) {
            held.addAndGet(-bytes);
            taken.addAndGet(-bytes);
        }

        public long held() {
            return held.get();
        }
    }
}
