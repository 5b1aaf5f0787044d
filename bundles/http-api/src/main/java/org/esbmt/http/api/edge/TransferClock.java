package org.esbmt.http.api.edge;

/** Measures whether the peer keeps a transfer moving. Only time in which the peer must act counts. */
final class TransferClock {
    private long total;
    private long elapsed;
    private long bytes;

    /** Begins a transfer. */
    void restart() {
        total = 0;
        measure();
    }

    /** Begins a measurement of the rate; the time of the whole transfer goes on. */
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

    /** Counts time in which the peer could act. */
    void waited(long nanos) {
        total += nanos;
        elapsed += nanos;
    }

    boolean isTooSlow(EdgeLimits limits) {
        return total > limits.transferNanos()
                || (elapsed > limits.graceNanos() && bytes < limits.minimumRate() * (elapsed / 1_000_000_000L));
    }
}
