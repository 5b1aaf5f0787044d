package org.esbmt.suite.report;

/**
 * The bound of a goal.
 *
 * @param atMost true if figures above the value miss the goal; false if those below it do
 * @param value in the unit of the goal
 */
record Limit(boolean atMost, double value) {
    static Limit atMost(double value) {
        return new Limit(true, value);
    }

    static Limit atLeast(double value) {
        return new Limit(false, value);
    }

    boolean isMetBy(double figure) {
        return atMost ? figure <= value : figure >= value;
    }

    /** Such as {@code <= 1.25}. */
    String text() {
        return (atMost ? "<= " : ">= ") + Texts.figure(value);
    }
}
