package org.esbmt.camel.se.internal.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.esbmt.jbi.container.api.LogAllowance;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notifies exchanges of their deadline; all wait equally long. One thread, whatever their number. */
final class Deadlines implements AutoCloseable {
    /** An object with a deadline. */
    interface Timed {
        /** The tick that {@link #deadline(long)} set. */
        long deadline();

        void deadline(long tick);

        /** Called on the thread of all deadlines, possibly after {@link Deadlines#remove}; must not block or throw. */
        void expired();
    }

    private static final Logger LOG = LoggerFactory.getLogger(Deadlines.class);
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final List<Set<Timed>> buckets = new ArrayList<>();
    private final long ticks;
    private final long begun = System.nanoTime();
    private final ScheduledThreadPoolExecutor timer;
    private final LogAllowance failureLines = new LogAllowance();
    private long next;

    Deadlines(Duration timeout) {
        ticks = timeout.toNanos() / TICK_NANOS + 1;
        for (long i = 0; i < ticks + 2; i++) {
            buckets.add(ConcurrentHashMap.newKeySet());
        }
        timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(null, task, "camel-se-deadlines", 0, false);
            thread.setDaemon(true);
            return thread;
        });
        var unused = timer.scheduleAtFixedRate(this::tick, TICK_NANOS, TICK_NANOS, TimeUnit.NANOSECONDS);
    }

    void add(Timed timed) {
        long tick = now() + ticks;
        timed.deadline(tick);
        bucket(tick).add(timed);
    }

    void remove(Timed timed) {
        bucket(timed.deadline()).remove(timed);
    }

    private long now() {
        return (System.nanoTime() - begun) / TICK_NANOS;
    }

    private Set<Timed> bucket(long tick) {
        return buckets.get((int) (tick % buckets.size()));
    }

    private void tick() {
        for (long now = now(); next < now; next++) {
            Set<Timed> due = bucket(next);
            for (Timed timed : List.copyOf(due)) {
                if (timed.deadline() <= now && due.remove(timed)) {
                    expire(timed);
                }
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
