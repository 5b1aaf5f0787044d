package org.esbmt.http.bc.internal.endpoint;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * How long what is in flight has when something is closed. While the bus runs each closing has the whole time; when the bus
 * stops all have it together, or a few back ends that do not answer would hold the stop up, unit after unit. Threads: any.
 */
final class DrainTime {
    private final long nanos;
    private final BooleanSupplier busStops;
    private final LongSupplier clock;
    private boolean stopping;
    private long until;

    /** @param clock nanoseconds, as {@link System#nanoTime} has them */
    DrainTime(long nanos, BooleanSupplier busStops, LongSupplier clock) {
        this.nanos = nanos;
        this.busStops = busStops;
        this.clock = clock;
    }

    /** Nanoseconds for a closing that begins now. */
    synchronized long left() {
        if (!busStops.getAsBoolean()) {
            stopping = false;
            return nanos;
        }
        if (!stopping) {
            stopping = true;
            until = clock.getAsLong() + nanos;
        }
        return Math.max(0, until - clock.getAsLong());
    }

    /** Whether nobody needs to see the faults that end what is late. */
    boolean isLast() {
        return busStops.getAsBoolean();
    }
}
