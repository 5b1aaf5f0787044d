package org.esbmt.jbi.container.internal.nmr;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One {@code sendSync}: a sender that waits for its exchange to come back. Either the exchange arrives or the sender
 * goes away, and both sides learn which it was: an exchange is never handed to a thread that has left.
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
     * @param timeoutMillis 0 for as long as it takes
     * @return whether it arrived; if not, it never will
     * @throws InterruptedException then too it never will, unless {@link #abandon} says that it just had
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
     * The sender goes away, or is sent away because its channel closes.
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
     * Called by the thread that brings the exchange: whether the sender is still waiting, and will wait until {@link
     * #complete}.
     */
    boolean arrive() {
        return state.compareAndSet(State.WAITING, State.ARRIVED);
    }

    /** After {@link #arrive}: the exchange is the sender's. */
    void complete() {
        over.countDown();
    }
}
