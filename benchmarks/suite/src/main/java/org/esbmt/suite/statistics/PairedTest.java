package org.esbmt.suite.statistics;

import org.apache.commons.math3.distribution.TDistribution;

/**
 * Student's paired test of two samples, whose values with the same index belong to the same round.
 *
 * @param pairs the number of pairs
 * @param difference the mean of first minus second, with its confidence interval
 * @param t the statistic; infinite for equal differences other than zero
 * @param degreesOfFreedom the number of pairs without one
 * @param p the probability of such a difference or a larger one in either direction, if the means are equal
 */
public record PairedTest(int pairs, Interval difference, double t, int degreesOfFreedom, double p) {
    private static final double LEVEL = 0.95;

    /**
     * Compares two samples.
     *
     * @param first at least two values
     * @param second as many values
     */
    public static PairedTest of(double[] first, double[] second) {
        if (first.length != second.length) {
            throw new IllegalArgumentException(
                    "the samples have no pairs: " + first.length + " and " + second.length + " values");
        }
        Samples.check(first, 2);
        Samples.check(second, 2);
        double[] differences = new double[first.length];
        for (int i = 0; i < differences.length; i++) {
            differences[i] = first[i] - second[i];
        }
        Spread spread = Spread.of(differences);
        int degreesOfFreedom = differences.length - 1;
        double error = spread.sigma() / Math.sqrt(differences.length);
        double t = spread.mean() == 0 ? 0 : spread.mean() / error;
        double p =
                Double.isInfinite(t) ? 0 : 2 * new TDistribution(degreesOfFreedom).cumulativeProbability(-Math.abs(t));
        return new PairedTest(differences.length, Interval.ofMean(differences, LEVEL), t, degreesOfFreedom, p);
    }
}
