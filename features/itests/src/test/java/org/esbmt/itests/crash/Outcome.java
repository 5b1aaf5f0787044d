package org.esbmt.itests.crash;

import java.time.Duration;
import java.util.List;

/**
 * What came of a cell.
 *
 * @param reached whether the point came at all; where not, nothing was struck and nothing is said of the invariants
 * @param answer what who asked was told: {@code acknowledged}, or why not
 * @param notes times that were measured
 * @param violations a sentence for each promise that was broken, its number first; empty when all held
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
