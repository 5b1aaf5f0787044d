package org.esbmt.suite.report;

import java.util.function.Function;
import org.esbmt.suite.statistics.Rounds;

/**
 * A figure to reach.
 *
 * @param id such as {@code G1.320}; a sentence about a missed goal has it as its key
 * @param claim the figure in words
 * @param comparator the figure is a ratio to it, or a difference from it; empty for a figure of its own
 * @param unit empty for a ratio
 * @param limit the bound
 * @param measure the figure by round; empty if it was not measured
 */
record Goal(String id, String claim, String comparator, String unit, Limit limit, Function<Figures, Rounds> measure) {
    /** The goal with its figure. */
    Evaluated evaluate(Figures figures) {
        Rounds rounds = measure.apply(figures);
        if (rounds.isEmpty()) {
            return new Evaluated(this, rounds, Verdict.NOT_MEASURED);
        }
        return new Evaluated(this, rounds, limit.isMetBy(rounds.spread().median()) ? Verdict.MET : Verdict.MISSED);
    }

    /** The outcome of a goal. The median over the rounds decides. */
    enum Verdict {
        MET,
        MISSED,
        NOT_MEASURED;

        String word() {
            return switch (this) {
                case MET -> "met";
                case MISSED -> "**missed**";
                case NOT_MEASURED -> "not measured";
            };
        }
    }

    /**
     * A goal with its figure.
     *
     * @param rounds the figure by round
     */
    record Evaluated(Goal goal, Rounds rounds, Verdict verdict) {}
}
