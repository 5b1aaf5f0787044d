package org.esbmt.camel.se.internal.engine;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How often failed messages of one unit may write to the bus's log, so that a sender of bad messages fills no disk and hides
 * nobody's lines. Any thread.
 */
final class LogAllowance {
    static final int LINES = 10;
    static final long EVERY_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final LongSupplier nanos;
    private long since;
    private int written;
    private long leftOut;

    LogAllowance(LongSupplier nanos) {
        this.nanos = nanos;
        this.since = nanos.getAsLong();
    }

    /** Takes a line. Returns how many were left out before it; -1 if this one is to be left out as well. */
    synchronized long take() {
        long now = nanos.getAsLong();
        if (now - since >= EVERY_NANOS) {
            since = now;
            written = 0;
        }
        if (written == LINES) {
            leftOut++;
            return -1;
        }
        written++;
        long before = leftOut;
        leftOut = 0;
        return before;
    }
}
