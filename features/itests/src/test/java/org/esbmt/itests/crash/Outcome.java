package org.esbmt.itests.crash;

import java.time.Duration;
import java.util.List;

/**
 * The outcome of a cell.
 *
 * @param reached true if the request came to the point; otherwise there was no fault, and the invariants are unchecked
 * @param answer the client's answer: {@code acknowledged}, or the reason of the failure
 * @param notes measured times
 * @param violations a sentence for each broken invariant, which begins with its number; empty if all held
 */
record Outcome(Cell cell, boolean reached, String answer, Duration took, List<String> notes, List<String> violations) {
    Outcome {
        notes = List.copyOf(notes);
        violations = List.copyOf(violations);
    }

    boolean isGood() {
        return violations.isEmpty();
    }
}
