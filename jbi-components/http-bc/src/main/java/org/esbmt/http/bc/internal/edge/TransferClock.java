package org.esbmt.http.bc.internal.edge;

/** Measures whether the other side lets a transfer move on: only time in which it is the other side's turn counts. */
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

    /** What has moved since {@link #measure}. */
    void movedInAll(long n) {
        bytes = n;
    }

    /** The other side had this much time more. */
    void waited(long nanos) {
        total += nanos;
        elapsed += nanos;
    }

    boolean isTooSlow(EdgeLimits limits) {
        return total > limits.transferNanos()
                || (elapsed > limits.graceNanos() && bytes < limits.minimumRate() * (elapsed / 1_000_000_000L));
    }
}
