package org.esbmt.camel.se.internal.steps;

import java.util.Arrays;
import java.util.function.LongSupplier;

/**
 * The times at which a throttle lets exchanges continue. With a rate of n exchanges, an exchange continues one period after
 * the exchange n before it. So it keeps the times of the last n exchanges. Confined to one thread at a time.
 */
final class Turns {
    static final long TOO_LONG = Long.MAX_VALUE;

    private final int rate;
    private final long periodNanos;
    private final LongSupplier nanoTime;
    private long[] times = new long[0];
    private int count;
    private int oldest;
    private long latest;
    private long next;

    Turns(int rate, long periodNanos, LongSupplier nanoTime) {
        this.rate = rate;
        this.periodNanos = periodNanos;
        this.nanoTime = nanoTime;
    }

    /**
     * The wait of the next exchange for its turn, which it may then {@link #take}.
     *
     * @return nanoseconds; {@link #TOO_LONG} for more than {@code most}
     */
    long untilNext(long most) {
        long now = nanoTime.getAsLong();
        long earliest = now;
        if (count == rate && times[oldest] + periodNanos - now > 0) {
            earliest = times[oldest] + periodNanos;
        }
        // no exchange overtakes a waiting one
        if (count > 0 && latest - earliest > 0) {
            earliest = latest;
        }
        next = earliest;
        long wait = earliest - now;
        return wait > most ? TOO_LONG : wait;
    }

    /** Takes the turn of the last {@link #untilNext}. */
    void take() {
        latest = next;
        if (count < rate) {
            if (count == times.length) {
                times = Arrays.copyOf(times, (int) Math.min(rate, Math.max(16L, 2L * count)));
            }
            times[count++] = next;
            return;
        }
        times[oldest] = next;
        oldest = (oldest + 1) % rate;
    }
}
