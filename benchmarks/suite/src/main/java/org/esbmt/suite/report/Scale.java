package org.esbmt.suite.report;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.DoubleUnaryOperator;

/** Maps the values of an axis to pixels, and chooses its ticks. */
final class Scale {
    private static final double[] DECADES = {1};
    private static final double[] STEPS = {1, 2, 5};
    private static final double[] FINE_STEPS = {1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8};

    /** The end of a logarithmic axis over its begin. */
    private static final double LEAST_RANGE = 4;

    private final boolean logarithmic;
    private final double from;
    private final double to;
    private final double begin;
    private final double end;

    /**
     * A scale.
     *
     * @param values all values of the axis; a logarithmic one leaves out those of zero and below
     * @param begin the pixel of the smallest value
     * @param end the pixel of the largest value
     */
    Scale(boolean logarithmic, List<Double> values, double begin, double end) {
        this.logarithmic = logarithmic;
        this.begin = begin;
        this.end = end;
        List<Double> shown = values.stream().filter(v -> !logarithmic || v > 0).toList();
        double least = shown.stream().mapToDouble(Double::doubleValue).min().orElse(1);
        double most = shown.stream().mapToDouble(Double::doubleValue).max().orElse(1);
        if (logarithmic) {
            // a difference of a few per cent does not fill the plot
            double margin = Math.max(Math.pow(most / least, 0.04), Math.sqrt(LEAST_RANGE * least / most));
            from = least / margin;
            to = most * margin;
        } else {
            from = Math.min(0, least);
            to = most <= from ? from + 1 : from + (most - from) * 1.05;
        }
    }

    double pixel(double value) {
        double share = logarithmic
                ? Math.log(Math.max(value, from) / from) / Math.log(to / from)
                : (value - from) / (to - from);
        return begin + share * (end - begin);
    }

    /** Round values of the axis: at least three, about eight at most. */
    List<Double> ticks() {
        return logarithmic ? logarithmicTicks() : linearTicks();
    }

    private List<Double> linearTicks() {
        double step = Math.pow(10, Math.floor(Math.log10((to - from) / 4)));
        while ((to - from) / step > 8) {
            step *= (to - from) / step > 16 ? 5 : 2;
        }
        List<Double> ticks = new ArrayList<>();
        for (long i = (long) Math.ceil(from / step); i * step <= to; i++) {
            ticks.add(i * step);
        }
        return ticks;
    }

    private List<Double> logarithmicTicks() {
        List<Double> ticks = new ArrayList<>();
        double decades = Math.log10(to / from);
        for (int decade = (int) Math.floor(Math.log10(from)); decade <= Math.ceil(Math.log10(to)); decade++) {
            for (double step : decades > 3 ? DECADES : decades > 0.8 ? STEPS : FINE_STEPS) {
                double tick = step * Math.pow(10, decade);
                if (tick >= from && tick <= to) {
                    ticks.add(tick);
                }
            }
        }
        return ticks;
    }

    /**
     * The values themselves as ticks, without those nearer to the one before than their label is wide.
     *
     * @param width of a value's label, in pixels
     */
    List<Double> ticks(SortedSet<Double> values, DoubleUnaryOperator width) {
        List<Double> ticks = new ArrayList<>();
        double last = Double.NEGATIVE_INFINITY;
        for (double value : new TreeSet<>(values)) {
            if ((value > 0 || !logarithmic) && pixel(value) - last >= width.applyAsDouble(value)) {
                ticks.add(value);
                last = pixel(value);
            }
        }
        return ticks;
    }
}
