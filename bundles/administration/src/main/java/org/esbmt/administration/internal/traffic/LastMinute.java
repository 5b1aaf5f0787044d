package org.esbmt.administration.internal.traffic;

import org.esbmt.administration.api.TrafficAdministration.Figures;
import org.esbmt.administration.api.TrafficAdministration.Span;

/** The traffic of the last minute, step by step, so that its latencies have quantiles of their own. Not thread-safe. */
final class LastMinute {
    private static final int STEPS = (int) (60 / Span.TEN_MINUTES.step().toSeconds());

    private final Reading[] readings = new Reading[STEPS];
    private long last = Long.MIN_VALUE / 2;

    /** Adds traffic of a step, which is not before that of another call. */
    void add(long step, Reading traffic) {
        for (long skipped = Math.max(last, step - STEPS) + 1; skipped <= step; skipped++) {
            readings[at(skipped)] = null;
        }
        last = step;
        if (readings[at(step)] == null) {
            readings[at(step)] = new Reading();
        }
        readings[at(step)].add(traffic);
    }

    /** The sum of the last minute up to a step. */
    Reading until(long step) {
        Reading sum = new Reading();
        for (long each = Math.max(step, last) - STEPS + 1; each <= Math.min(step, last); each++) {
            if (readings[at(each)] != null) {
                sum.add(readings[at(each)]);
            }
        }
        return sum;
    }

    Figures figures(long step) {
        return until(step).figures();
    }

    private static int at(long step) {
        return Math.floorMod(step, STEPS);
    }
}
