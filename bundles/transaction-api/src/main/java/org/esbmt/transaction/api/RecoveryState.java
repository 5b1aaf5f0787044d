package org.esbmt.transaction.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The state of recovery.
 *
 * @param missing the resources that recovery waits for; not empty if and only if the phase is {@link Phase#GATED}
 * @param lastRun the time of the last query for prepared branches
 * @param problems the obstacles of that run, sentences for the operator
 */
public record RecoveryState(Phase phase, List<ResourceName> missing, Optional<Instant> lastRun, List<String> problems) {

    /** The phases in their order; a new problem leads back to an earlier one. */
    public enum Phase {
        /** Some known resources are not registered: recovery does not start. */
        GATED,
        /** All resources are registered; some branches are not finished yet. */
        UNFINISHED,
        /** Every resource was queried and has no branches left. */
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
