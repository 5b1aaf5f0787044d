package org.esbmt.suite.plan;

import java.util.List;

/**
 * Windows of a stage that are measured together.
 *
 * @param rounds each measures every window once
 * @param seconds of a window
 */
public record Part(int rounds, int seconds, List<Planned> windows) {
    public Part {
        windows = List.copyOf(windows);
    }

    Part with(int otherRounds, int otherSeconds) {
        return new Part(otherRounds, otherSeconds, windows);
    }
}
