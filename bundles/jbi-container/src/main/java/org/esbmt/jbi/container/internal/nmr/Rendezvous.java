package org.esbmt.jbi.container.internal.nmr;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One {@code sendSync}: a sender waits for the return of its exchange. Either the exchange arrives or the sender gives
 * up, and both sides agree on the result. An exchange is never passed to a thread that has given up.
 */
public final class Rendezvous {
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);

    private enum State {
        WAITING,
        ARRIVED,
        ABANDONED
    }

    /**
     * Waits for the exchange.
     *
     * @param timeoutMillis 0 for no limit
     * @return true if it arrived; otherwise it never will
     * @throws InterruptedException if the thread was interrupted; {@link #abandon} then decides if the exchange has
     * arrived
     */
    public boolean await(long timeoutMillis) throws InterruptedException {
        if (timeoutMillis <= 0) {
            over.await();
        } else if (!over.await(timeoutMillis, TimeUnit.MILLISECONDS)) {
            return !abandon();
        }
        return state.get() == State.ARRIVED;
    }

    /**
     * The sender gives up, by itself or because its channel is closed.
     *
     * @return false if the exchange has arrived
     */
    public boolean abandon() {
        boolean abandoned = state.compareAndSet(State.WAITING, State.ABANDONED);
        if (abandoned) {
            over.countDown();
        }
        return abandoned;
    }

    /**
     * Called by the thread that returns the exchange. True if the sender is still waiting; it then waits until
     * {@link #complete}.
     */
    boolean arrive() {
        return state.compareAndSet(State.WAITING, State.ARRIVED);
    }

    /** Called after {@link #arrive}: the exchange now belongs to the sender. */
    void complete() {
        over.countDown();
    }
}
