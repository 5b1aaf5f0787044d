package org.esbmt.administration.console.internal.view;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * A step of a route.
 *
 * @param kind the name of the pattern, such as {@code choice}
 * @param label its address or expression; may be empty
 * @param line in the file, from 1
 * @param branches the steps inside of this one
 */
public record Outline(String kind, String label, int line, List<Branch> branches) {
    public Outline {
        requireNonNull(kind, "kind");
        requireNonNull(label, "label");
        branches = List.copyOf(branches);
    }

    /**
     * Steps that a message may take.
     *
     * @param when the condition; may be empty
     */
    public record Branch(String when, List<Outline> steps) {
        public Branch {
            requireNonNull(when, "when");
            steps = List.copyOf(steps);
        }
    }
}
