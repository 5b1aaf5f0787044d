package org.esbmt.jbi.container.api;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts what is in flight at something that will be closed: what has entered before the closing is waited for, nothing
 * enters after it, and nothing can fall between the two. Threads: any; {@link #enter} and {@link #leave} never wait.
 */
public final class InFlight {
    private static final long CLOSED = Long.MIN_VALUE;

    /** How many are in; {@link #CLOSED} is added when it is closed, so it is negative from then on. */
    private final AtomicLong state = new AtomicLong();

    private final CountDownLatch empty = new CountDownLatch(1);

    /** Whether it is still open; if so, {@link #leave} must follow, once. */
    public boolean enter() {
        if (state.incrementAndGet() > 0) {
            return true;
        }
        leave();
        return false;
    }

    public void leave() {
        if (state.decrementAndGet() == CLOSED) {
            empty.countDown();
        }
    }

    /** Lets nothing in any more. */
    public void close() {
        long before = state.getAndUpdate(s -> s < 0 ? s : s + CLOSED);
        if (before == 0) {
            empty.countDown();
        }
    }

    public boolean isClosed() {
        return state.get() < 0;
    }

    /** How many are in. */
    public long count() {
        long s = state.get();
        return s < 0 ? s - CLOSED : s;
    }

    /**
     * Waits until everything has left, after {@link #close}.
     *
     * @return false if something is still in when the time is over, or the thread was interrupted (and is again)
     */
    public boolean awaitEmpty(Duration atMost) {
        try {
            return empty.await(Math.max(0, atMost.toNanos()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
