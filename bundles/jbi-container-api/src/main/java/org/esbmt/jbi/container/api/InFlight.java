package org.esbmt.jbi.container.api;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the open work of an object that will be closed. The closing waits for all work that entered before it, and no
 * work enters after it; there is no race between the two. Threads: any; {@link #enter} and {@link #leave} never wait.
 */
public final class InFlight {
    private static final long CLOSED = Long.MIN_VALUE;

    /** The number of entered pieces of work; {@link #CLOSED} is added by closing, so it is negative from then on. */
    private final AtomicLong state = new AtomicLong();

    private final CountDownLatch empty = new CountDownLatch(1);

    /** Returns true while it is open; the caller then calls {@link #leave} once. */
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

    /** Refuses all further work. */
    public void close() {
        long before = state.getAndUpdate(s -> s < 0 ? s : s + CLOSED);
        if (before == 0) {
            empty.countDown();
        }
    }

    public boolean isClosed() {
        return state.get() < 0;
    }

    /** The number of entered pieces of work. */
    public long count() {
        long s = state.get();
        return s < 0 ? s - CLOSED : s;
    }

    /**
     * Waits until all work has left, after {@link #close}.
     *
     * @return false if work is left when the time is over, or the thread was interrupted (and is again)
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
