package org.esbmt.jbi.container.api;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * How long what is in flight has when a component closes a unit or an endpoint. While the bus runs each closing has the
 * whole time; when the bus stops all have it together, or a few providers that do not answer would hold the stop up, unit
 * after unit. Threads: any.
 */
public final class DrainTime {
    private final long nanos;
    private final BooleanSupplier busStops;
    private final LongSupplier clock;
    private boolean stopping;
    private long until;

    /**
     * One for all closings of a component.
     *
     * @param busStops whether the whole bus is on its way down
     * @param clock nanoseconds, as {@link System#nanoTime} has them
     */
    public DrainTime(Duration time, BooleanSupplier busStops, LongSupplier clock) {
        this.nanos = time.toNanos();
        this.busStops = requireNonNull(busStops, "busStops");
        this.clock = requireNonNull(clock, "clock");
    }

    /** For a closing that begins now; not below zero. */
    public synchronized Duration left() {
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

    /** Whether nobody needs to see the faults that end what is late. */
    public boolean isLast() {
        return busStops.getAsBoolean();
    }
}
