package org.esbmt.itests.crash;

import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Messages to nodes about one tenant: seen, and held back for a while where that is wanted. */
final class HeldBack {
    private static final long LONGEST_SECONDS = 60;

    private final String tenant;
    private final CountDownLatch released;

    HeldBack(String tenant, boolean hold) {
        this.tenant = tenant;
        released = new CountDownLatch(hold ? 1 : 0);
    }

    /** By a proxy, for each message: returns when it may go on. */
    void told(String frame, boolean remember, Set<String> seen) {
        if (tenant.isEmpty() || !frame.contains(tenant)) {
            return;
        }
        try {
            boolean unused = released.await(LONGEST_SECONDS, TimeUnit.SECONDS);
            if (remember) {
                seen.add(tenant);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void release() {
        released.countDown();
    }
}
