package org.esbmt.http.bc.internal.edge;

/** Measures whether the other side keeps a transfer moving. Only time in which the other side must act counts. */
final class TransferClock {
    private long total;
    private long elapsed;
    private long bytes;

    /** A transfer begins. */
    void restart() {
        total = 0;
        measure();
    }

    /** The rate is measured from here; the time for the whole transfer goes on. */
    void measure() {
        elapsed = 0;
        bytes = 0;
    }

    void moved(long n) {
        bytes += n;
    }

    /** Sets the bytes moved since {@link #measure}. */
    void movedInAll(long n) {
        bytes = n;
    }

    /** Counts time in which the other side could act. */
    void waited(long nanos) {
        total += nanos;
        elapsed += nanos;
    }

    boolean isTooSlow(EdgeLimits limits) {
        return total > limits.transferNanos()
                || (elapsed > limits.graceNanos() && bytes < limits.minimumRate() * (elapsed / 1_000_000_000L));
    }
}
