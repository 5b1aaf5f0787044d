package org.esbmt.jbi.container.api;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Counts the open work of an object that will be closed. The closing waits for all work that entered before it, and no
 * work enters after it; there is no race between the two. Threads: any; {@link #enter} and {@link #leave} never wait.
 */
public final class InFlight {
    private static final long CLOSED = Long.MIN_VALUE;

    /** A field of this object: a message of one tenant among many finds each further object out of the caches. */
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(InFlight.class, "state", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The number of entered pieces of work; {@link #CLOSED} is added by closing, so it is negative from then on. */
    @SuppressWarnings("UnusedVariable") // written by STATE
    private volatile long state;

    private final CountDownLatch empty = new CountDownLatch(1);

    /** Returns true while it is open; the caller then calls {@link #leave} once. */
    public boolean enter() {
        if ((long) STATE.getAndAdd(this, 1L) >= 0) {
            return true;
        }
        leave();
        return false;
    }

    public void leave() {
        if ((long) STATE.getAndAdd(this, -1L) == CLOSED + 1) {
            empty.countDown();
        }
    }

    /** Refuses all further work. */
    public void close() {
        long before;
        do {
            before = state;
        } while (before >= 0 && !STATE.compareAndSet(this, before, before + CLOSED));
        if (before == 0) {
            empty.countDown();
        }
    }

    public boolean isClosed() {
        return state < 0;
    }

    /** The number of entered pieces of work. */
    public long count() {
        long s = state;
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
