package org.esbmt.suite.statistics;

import java.util.Arrays;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.random.MersenneTwister;
import org.apache.commons.math3.random.RandomGenerator;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.descriptive.rank.Median;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;

/**
 * An estimate with its confidence interval.
 *
 * @param estimate the estimated value
 * @param low the lower end
 * @param high the upper end
 * @param level the level of confidence, such as 0.95
 */
public record Interval(double estimate, double low, double high, double level) {
    private static final int RESAMPLES = 2_000;

    /** True if the value lies in the interval. */
    public boolean contains(double value) {
        return low <= value && value <= high;
    }

    /**
     * The interval of a mean by Student's distribution, for values with about a normal distribution.
     *
     * @param values at least two
     * @param level between 0 and 1
     */
    public static Interval ofMean(double[] values, double level) {
        Samples.check(values, 2);
        Samples.checkLevel(level);
        double mean = StatUtils.mean(values);
        double half = quantile(values.length - 1, level) * Math.sqrt(StatUtils.variance(values) / values.length);
        return new Interval(mean, mean - half, mean + half, level);
    }

    /**
     * The interval of the geometric mean of ratios: {@link #ofMean} of their logarithms. A ratio of 2 and one of 1/2 cancel each
     * other.
     *
     * @param ratios at least two, each above zero
     * @param level between 0 and 1
     */
    public static Interval ofRatios(double[] ratios, double level) {
        Samples.check(ratios, 2);
        if (StatUtils.min(ratios) <= 0) {
            throw new IllegalArgumentException("a ratio is above zero: " + StatUtils.min(ratios));
        }
        Interval logarithm = ofMean(Arrays.stream(ratios).map(Math::log).toArray(), level);
        return new Interval(
                Math.exp(logarithm.estimate), Math.exp(logarithm.low), Math.exp(logarithm.high), logarithm.level);
    }

    /**
     * The interval of a median by the percentile bootstrap, for values of any distribution. With fewer than ten values it is too
     * narrow.
     *
     * @param values at least two
     * @param level between 0 and 1
     * @param seed the same seed gives the same interval
     */
    public static Interval ofMedian(double[] values, double level, int seed) {
        Samples.check(values, 2);
        Samples.checkLevel(level);
        RandomGenerator random = new MersenneTwister(seed);
        Median median = new Median();
        double[] medians = new double[RESAMPLES];
        double[] resample = new double[values.length];
        for (int i = 0; i < RESAMPLES; i++) {
            for (int j = 0; j < resample.length; j++) {
                resample[j] = values[random.nextInt(values.length)];
            }
            medians[i] = median.evaluate(resample);
        }
        double tail = 50 * (1 - level);
        Percentile percentile = new Percentile();
        percentile.setData(medians);
        return new Interval(median.evaluate(values), percentile.evaluate(tail), percentile.evaluate(100 - tail), level);
    }

    /** The quantile of Student's distribution for a two-sided interval. */
    static double quantile(int degreesOfFreedom, double level) {
        return new TDistribution(degreesOfFreedom).inverseCumulativeProbability((1 + level) / 2);
    }
}
