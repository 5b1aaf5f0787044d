package org.esbmt.jbi.container.api;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * The time for open exchanges when a component closes a unit or an endpoint. While the bus runs, each closing has the
 * whole time. While the bus stops, all closings share it. Otherwise a few unresponsive providers would delay the stop,
 * unit after unit. Threads: any.
 */
public final class DrainTime {
    private final long nanos;
    private final BooleanSupplier busStops;
    private final LongSupplier clock;
    private boolean stopping;
    private long until;

    /**
     * The common time of all closings of a component.
     *
     * @param busStops true while the whole bus stops
     * @param clock nanoseconds, like {@link System#nanoTime}
     */
    public DrainTime(Duration time, BooleanSupplier busStops, LongSupplier clock) {
        this.nanos = time.toNanos();
        this.busStops = requireNonNull(busStops, "busStops");
        this.clock = requireNonNull(clock, "clock");
    }

    /** The time for a closing that begins now; not below zero. */
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

    /** True if no operator needs to see the faults that end late exchanges, because the bus stops. */
    public boolean isLast() {
        return busStops.getAsBoolean();
    }
}
