package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.Set;

/**
 * The outcome of an operation so far.
 *
 * @param answers the results of the nodes that answered
 * @param waiting nodes that joined before the operation, have not left, and have not answered
 */
public record OperationOutcome(
        OperationState state, Map<InstanceId, Acknowledgement> answers, Set<InstanceId> waiting) {
    public OperationOutcome {
        requireNonNull(state, "state");
        answers = Map.copyOf(answers);
        waiting = Set.copyOf(waiting);
    }
}
