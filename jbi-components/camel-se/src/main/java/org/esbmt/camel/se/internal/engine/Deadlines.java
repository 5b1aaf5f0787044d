package org.esbmt.camel.se.internal.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.esbmt.jbi.container.api.LogAllowance;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notifies exchanges of their deadline; all wait equally long. One thread, whatever their number. */
final class Deadlines implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Deadlines.class);
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    /** The chains of a tick, so that event loops rarely meet at one. A power of two. */
    private static final int CHAINS = 4;

    /** An object with a deadline. It is its own link of a chain, so that an exchange allocates nothing for it. */
    abstract static class Timed {
        private volatile Chain chain; // null before it is added
        private long deadline; // guarded by its chain, as the links
        private Timed before;
        private Timed after;
        private boolean linked;

        /** Called on the thread of all deadlines, possibly after {@link Deadlines#remove}; must not block or throw. */
        abstract void expired();
    }

    /** Some of the objects with the same tick. */
    private static final class Chain {
        private Timed first;

        synchronized void add(Timed timed, long deadline) {
            timed.deadline = deadline;
            timed.linked = true;
            timed.after = first;
            if (first != null) {
                first.before = timed;
            }
            first = timed;
        }

        synchronized void remove(Timed timed) {
            if (!timed.linked) {
                return;
            }
            timed.linked = false;
            if (timed.before == null) {
                first = timed.after;
            } else {
                timed.before.after = timed.after;
            }
            if (timed.after != null) {
                timed.after.before = timed.before;
            }
            timed.before = null;
            timed.after = null;
        }

        /** Removes those whose deadline has come; the others have it one round later. */
        synchronized List<Timed> removeDue(long now) {
            List<Timed> due = new ArrayList<>();
            for (Timed timed = first; timed != null; timed = timed.after) {
                if (timed.deadline <= now) {
                    due.add(timed);
                }
            }
            due.forEach(this::remove);
            return due;
        }
    }

    private final Chain[][] buckets;
    private final long ticks;
    private final LongSupplier nanos;
    private final long begun;
    private final ScheduledThreadPoolExecutor timer;
    private final LogAllowance failureLines = new LogAllowance();
    private long next;

    Deadlines(Duration timeout) {
        this(timeout, System::nanoTime);
    }

    /** @param nanos a clock like {@link System#nanoTime} */
    Deadlines(Duration timeout, LongSupplier nanos) {
        this.nanos = nanos;
        begun = nanos.getAsLong();
        ticks = timeout.toNanos() / TICK_NANOS + 1;
        buckets = new Chain[(int) ticks + 2][CHAINS];
        for (Chain[] bucket : buckets) {
            for (int i = 0; i < CHAINS; i++) {
                bucket[i] = new Chain();
            }
        }
        timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(null, task, "camel-se-deadlines", 0, false);
            thread.setDaemon(true);
            return thread;
        });
        var unused = timer.scheduleAtFixedRate(this::tick, TICK_NANOS, TICK_NANOS, TimeUnit.NANOSECONDS);
    }

    /** Adds an object that was never added before. */
    void add(Timed timed) {
        long tick = now() + ticks;
        Chain chain = bucket(tick)[(int) Thread.currentThread().getId() & (CHAINS - 1)];
        chain.add(timed, tick);
        timed.chain = chain;
    }

    /** Removes an object; does nothing if it is not there, or not yet. */
    void remove(Timed timed) {
        Chain chain = timed.chain;
        if (chain != null) {
            chain.remove(timed);
        }
    }

    private long now() {
        return (nanos.getAsLong() - begun) / TICK_NANOS;
    }

    private Chain[] bucket(long tick) {
        return buckets[(int) (tick % buckets.length)];
    }

    private void tick() {
        for (long now = now(); next < now; next++) {
            for (Chain chain : bucket(next)) {
                chain.removeDue(now).forEach(this::expire);
            }
        }
    }

    /** Catches a failure of one exchange, so that the others still get their deadlines. */
    private void expire(Timed timed) {
        try {
            timed.expired();
        } catch (RuntimeException | Error e) {
            failureLines.error(
                    LOG,
                    () -> "An exchange could not be notified of its deadline: "
                            + e.getClass().getName());
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
