package org.esbmt.suite.plan;

/**
 * The load before the first round of a part.
 *
 * @param messages at least, to each target and scenario; 0 for no preparation
 * @param slices of a second, at most for each target, scenario and message
 * @param seconds at most for all of a part
 */
public record Preparation(int messages, int slices, int seconds) {

    /** None. */
    static final Preparation NONE = new Preparation(0, 0, 0);
}
