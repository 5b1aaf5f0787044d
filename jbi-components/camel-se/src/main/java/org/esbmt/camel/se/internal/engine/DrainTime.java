package org.esbmt.camel.se.internal.engine;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * How long the exchanges of an endpoint have when it is closed. While the bus runs each closing has the whole time; when
 * the bus stops all have it together, or a few providers that do not answer would hold the stop up, unit after unit.
 * Threads: any.
 */
public final class DrainTime {
    private final long nanos;
    private final BooleanSupplier busStops;
    private final LongSupplier clock;
    private boolean stopping;
    private long until;

    /** @param clock nanoseconds, as {@link System#nanoTime} has them */
    public DrainTime(Duration time, BooleanSupplier busStops, LongSupplier clock) {
        this.nanos = time.toNanos();
        this.busStops = busStops;
        this.clock = clock;
    }

    /** For a closing that begins now. */
    synchronized Duration left() {
        if (!busStops.getAsBoolean()) {
            stopping = false;
            return Duration.ofNanos(nanos);
        }
        if (!stopping) {
            stopping = true;
            until = clock.getAsLong() + nanos;
        }
        return Duration.ofNanos(Math.max(0, until - clock.getAsLong()));
    }
}
