package org.esbmt.jbi.container.internal.component;

import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Runs deliveries on the thread that causes them, with a bounded stack. A chain of exchanges in which each listener
 * sends the next one would otherwise add several frames a hop. Deliveries beyond the limit wait until the outermost one
 * on their thread returns. They then run there, so an event loop's exchanges stay on it.
 *
 * <p>The thread locals hold only JDK classes. So an event loop that outlives this bundle does not retain its class
 * loader.
 */
final class InlineDispatch {
    private final int limit;
    private static final ThreadLocal<int[]> DEPTH = ThreadLocal.withInitial(() -> new int[1]);
    private static final ThreadLocal<Queue<Runnable>> POSTPONED = new ThreadLocal<>();

    /** @param limit the largest number of deliveries on one thread's stack */
    InlineDispatch(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("the limit of inline dispatch must be 1 or more, but is " + limit);
        }
        this.limit = limit;
    }

    /** True if the calling thread is in a delivery, where it must not wait. */
    boolean isDelivering() {
        return DEPTH.get()[0] > 0;
    }

    /** Runs a delivery now, or postpones it. The delivery handles its own failures. */
    void run(Runnable delivery) {
        int[] d = DEPTH.get();
        if (d[0] >= limit) {
            postpone(delivery);
            return;
        }
        d[0]++;
        try {
            delivery.run();
        } finally {
            if (--d[0] == 0 && POSTPONED.get() != null) {
                runPostponed(d);
            }
        }
    }

    private void postpone(Runnable delivery) {
        Queue<Runnable> queue = POSTPONED.get();
        if (queue == null) {
            queue = new ArrayDeque<>();
            POSTPONED.set(queue);
        }
        queue.add(delivery);
    }

    private void runPostponed(int[] d) {
        Queue<Runnable> queue = POSTPONED.get();
        try {
            for (Runnable next = queue.poll(); next != null; next = queue.poll()) {
                d[0] = 1;
                next.run();
            }
        } finally {
            d[0] = 0;
            POSTPONED.remove();
        }
    }
}
