package org.esbmt.readiness.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.management.api.health.Part;

/**
 * Something that the operator has to know of.
 *
 * @param of the part of the node that it is about, or {@link #CONFIGURATION}, or {@link #NOTE}
 * @param sentence on one line
 */
record Finding(String of, String sentence) implements Comparable<Finding> {
    /** A file of {@code etc/} is refused. */
    static final String CONFIGURATION = "configuration";
    /** All parts work, but perhaps not as the administrator believes. */
    static final String NOTE = "note";

    Finding {
        requireNonNull(of, "of");
        sentence = sentence.lines().map(String::strip).reduce("", (a, b) -> a.isEmpty() ? b : a + " " + b);
    }

    boolean isProblem() {
        return !of.equals(NOTE);
    }

    /** Whether the node may not come to take messages because of it. */
    boolean keepsFromMessages() {
        return of.equals(CONFIGURATION) || of.equals(Part.MESSAGES.text());
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
