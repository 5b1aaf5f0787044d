package org.esbmt.transaction.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How recovery stands.
 *
 * @param missing the resources it waits for; not empty if and only if it is {@link Phase#GATED}
 * @param lastRun when it last asked resources what they have prepared
 * @param problems what was in the way then, sentences for the operator
 */
public record RecoveryState(Phase phase, List<ResourceName> missing, Optional<Instant> lastRun, List<String> problems) {

    /** From the first to the last, and back. */
    public enum Phase {
        /** Known resources are not registered: nothing is touched. */
        GATED,
        /** All are registered; not everything is finished yet. */
        UNFINISHED,
        /** Every resource was asked and has nothing left. */
        DONE
    }

    public RecoveryState {
        requireNonNull(phase, "phase");
        missing = List.copyOf(missing);
        requireNonNull(lastRun, "lastRun");
        problems = List.copyOf(problems);
        if ((phase == Phase.GATED) == missing.isEmpty()) {
            throw new IllegalArgumentException("recovery is " + phase + " and waits for " + missing);
        }
    }
}
