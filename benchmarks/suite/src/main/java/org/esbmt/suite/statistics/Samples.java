package org.esbmt.suite.statistics;

/** The checks of samples. */
final class Samples {
    private Samples() {}

    static void check(double[] values, int atLeast) {
        if (values.length < atLeast) {
            throw new IllegalArgumentException(
                    "a sample of " + values.length + " has too few values: at least " + atLeast);
        }
        for (double value : values) {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException("the sample has the value " + value);
            }
        }
    }

    static void checkLevel(double level) {
        if (!(level > 0 && level < 1)) {
            throw new IllegalArgumentException("a level of confidence lies between 0 and 1: " + level);
        }
    }
}
