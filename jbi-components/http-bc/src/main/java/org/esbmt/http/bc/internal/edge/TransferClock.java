package org.esbmt.http.bc.internal.edge;

/** Measures whether the other side lets a transfer move on: only time in which it is the other side's turn counts. */
final class TransferClock {
    private long elapsed;
    private long bytes;

    void restart() {
        elapsed = 0;
        bytes = 0;
    }

    void moved(long n) {
        bytes += n;
    }

    /** The other side had this much time more. */
    void waited(long nanos) {
        elapsed += nanos;
    }

    boolean isTooSlow(EdgeLimits limits) {
        return elapsed > limits.transferNanos()
                || (elapsed > limits.graceNanos() && bytes < limits.minimumRate() * (elapsed / 1_000_000_000L));
    }
}
