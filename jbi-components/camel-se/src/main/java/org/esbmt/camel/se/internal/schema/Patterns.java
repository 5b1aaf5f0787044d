package org.esbmt.camel.se.internal.schema;

import java.util.Optional;

/**
 * The patterns of one schema. The platform's validator matches them by backtracking, expands their repetitions, and
 * cannot be stopped. So a pattern is refused if backtracking may take long even for a short text; some harmless ones
 * are refused with it. The other patterns bound the length of texts, so that none takes longer than about a second.
 */
final class Patterns {
    static final String RULE =
            "Matching it may take too long, or too much memory: a repeated part and the part after it should"
                    + " begin with different characters.";

    /** No bound. */
    static final int ANY_LENGTH = Integer.MAX_VALUE;

    /** The possible bounds for the length of texts, the largest first. */
    static final int[] LENGTHS = {ANY_LENGTH, 8192, 4096, 2048, 1024, 512};

    /** A step takes some 50 ns. */
    private static final double MOST_STEPS = 1e7;
    /** The largest number of steps of all patterns together, since one text may be tried with each. */
    private static final double MOST_STEPS_OF_ALL = 10 * MOST_STEPS;

    private static final int MOST_WRITTEN_OUT = 10_000;
    private static final int MOST_WRITTEN_OUT_OF_ALL = 200_000;

    private final double[] sums = new double[LENGTHS.length];
    private double writtenOut;
    /** The index of the largest permitted length. */
    private int allowed;

    /** Adds a pattern; returns true if the schema may have it. */
    boolean add(String pattern) {
        Optional<PatternNode> tree = PatternParser.parse(pattern);
        if (tree.isEmpty() || tree.get().size() > MOST_WRITTEN_OUT) {
            return false;
        }
        writtenOut += tree.get().size();
        if (writtenOut > MOST_WRITTEN_OUT_OF_ALL) {
            return false;
        }
        int most = LENGTHS.length;
        for (int i = LENGTHS.length - 1; i >= 0; i--) {
            double steps = PatternCost.steps(tree.get(), LENGTHS[i]);
            sums[i] += steps;
            if (steps <= MOST_STEPS && sums[i] <= MOST_STEPS_OF_ALL) {
                most = i;
            }
        }
        allowed = Math.max(allowed, most);
        return allowed < LENGTHS.length;
    }

    /**
     * Returns true if texts of this length, one of {@link #LENGTHS}, may be matched with the patterns.
     *
     * @param times the number of matches with each pattern
     */
    boolean allow(int length, double times) {
        for (int i = allowed; i < LENGTHS.length; i++) {
            if (LENGTHS[i] == length) {
                return sums[i] * times <= MOST_STEPS_OF_ALL;
            }
        }
        return false;
    }
}
