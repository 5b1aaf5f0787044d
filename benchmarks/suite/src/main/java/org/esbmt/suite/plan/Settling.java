package org.esbmt.suite.plan;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Decides if the compilers of a target have settled. They have if the last slices of load differ by little in the processor time of a
 * request.
 */
public final class Settling {
    /** So many slices in a row are compared. */
    static final int SLICES = 3;

    /** The largest of them may be above the smallest one by this part. */
    static final double TOLERANCE = 0.05;

    private final Deque<Double> last = new ArrayDeque<>();

    /**
     * Adds a slice.
     *
     * @param micros the processor time of a request; NaN for a slice without an answer
     */
    public void add(double micros) {
        last.addLast(micros);
        if (last.size() > SLICES) {
            last.removeFirst();
        }
    }

    /** True if the last slices are alike. */
    public boolean isSettled() {
        double least = last.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN);
        double most = last.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
        return last.size() == SLICES && most <= least * (1 + TOLERANCE);
    }
}
