package org.esbmt.readiness.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.management.api.health.Part;

/**
 * A fact for the operator.
 *
 * @param of the affected part of the node, or {@link #CONFIGURATION}, or {@link #NOTE}
 * @param sentence on one line
 */
record Finding(String of, String sentence) implements Comparable<Finding> {
    /** A file of {@code etc/} is refused. */
    static final String CONFIGURATION = "configuration";
    /** All parts work, but perhaps differently from the administrator's intention. */
    static final String NOTE = "note";

    Finding {
        requireNonNull(of, "of");
        sentence = sentence.lines().map(String::strip).reduce("", (a, b) -> a.isEmpty() ? b : a + " " + b);
    }

    boolean isProblem() {
        return !of.equals(NOTE);
    }

    /** True if it may prevent the node's first message. */
    boolean keepsFromMessages() {
        // A node takes its first messages when it has applied the changes of its cluster.
        return of.equals(CONFIGURATION) || of.equals(Part.MESSAGES.text()) || of.equals(Part.CHANGES.text());
    }

    @Override
    public int compareTo(Finding other) {
        int byOf = of.compareTo(other.of);
        return byOf == 0 ? sentence.compareTo(other.sentence) : byOf;
    }

    @Override
    public String toString() {
        return of + ": " + sentence;
    }
}
