package org.esbmt.suite.plan;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Decides if the compilers of a target have settled. They have if the last slices of load are alike in the processor time of a request, and
 * none of them is clearly below all slices before. Other work of the machine lengthens that time, and compilers shorten it. So the
 * second condition finds a slow fall, and the first one a machine that is too busy to tell.
 */
public final class Settling {
    /** So many slices in a row are compared. */
    private static final int SLICES = 3;

    /** The largest of them may be above the smallest one by this part. */
    private static final double ALIKE = 0.10;

    /** The smallest of them may be below all slices before by this part. */
    private static final double FALL = 0.05;

    private final Deque<Double> last = new ArrayDeque<>();
    private double leastBefore = Double.POSITIVE_INFINITY;
    private int before;

    /**
     * Adds a slice.
     *
     * @param micros the processor time of a request; NaN for a slice without an answer
     */
    public void add(double micros) {
        last.addLast(micros);
        if (last.size() > SLICES) {
            double left = last.removeFirst();
            before++;
            if (left < leastBefore) {
                leastBefore = left;
            }
        }
    }

    /** True if the last slices are alike, and not below those before. */
    public boolean isSettled() {
        double least = last.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN);
        double most = last.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
        boolean isAlike = last.size() == SLICES && most <= least * (1 + ALIKE);
        return isAlike && (before == 0 || least >= leastBefore * (1 - FALL));
    }
}
