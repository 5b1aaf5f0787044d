package org.esbmt.suite.statistics;

import java.util.Arrays;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.descriptive.rank.Median;

/**
 * A sample in five numbers.
 *
 * @param count the number of values, at least one
 * @param median the middle value, or the mean of the two middle ones
 * @param least the smallest value
 * @param most the largest value
 * @param mean the arithmetic mean
 * @param sigma the standard deviation of the sample, with the divisor {@code count - 1}; zero for a single value
 */
public record Spread(int count, double median, double least, double most, double mean, double sigma) {
    /**
     * Summarizes a sample.
     *
     * @throws IllegalArgumentException if there is no value, or one is not finite
     */
    public static Spread of(double... values) {
        Samples.check(values, 1);
        return new Spread(
                values.length,
                new Median().evaluate(values),
                StatUtils.min(values),
                StatUtils.max(values),
                StatUtils.mean(values),
                values.length == 1 ? 0 : Math.sqrt(StatUtils.variance(values)));
    }

    /** As {@link #of(double...)}. */
    public static Spread of(Iterable<Double> values) {
        double[] copy = new double[8];
        int count = 0;
        for (double value : values) {
            copy = count == copy.length ? Arrays.copyOf(copy, 2 * count) : copy;
            copy[count++] = value;
        }
        return of(Arrays.copyOf(copy, count));
    }
}
