package org.esbmt.itests.crash;

import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Records the messages to nodes about one operation, and delays them on request. */
final class HeldBack {
    private static final long LONGEST_SECONDS = 60;

    private final String mark;
    private final CountDownLatch released;

    /** @param mark a text in each of these messages; empty for no message */
    HeldBack(String mark, boolean hold) {
        this.mark = mark;
        released = new CountDownLatch(hold ? 1 : 0);
    }

    /** Called by a proxy for each message; returns when the proxy may pass the message on. */
    void told(String frame, boolean remember, Set<String> seen) {
        if (mark.isEmpty() || !frame.contains(mark)) {
            return;
        }
        try {
            boolean unused = released.await(LONGEST_SECONDS, TimeUnit.SECONDS);
            if (remember) {
                seen.add(mark);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void release() {
        released.countDown();
    }
}
