package org.esbmt.management.api.cluster;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The outcome of a change so far.
 *
 * @param answers of the nodes that have answered, by their instance
 * @param waiting nodes that joined before the change, have not left the cluster, and have not answered
 */
public record ChangeOutcome(State state, Map<UUID, Answer> answers, Set<UUID> waiting) {
    public ChangeOutcome {
        requireNonNull(state, "state");
        answers = Map.copyOf(answers);
        waiting = Set.copyOf(waiting);
    }

    /** Of all nodes together. */
    public enum State {
        /** Nodes have not answered yet, and it is not too late. */
        PENDING,
        /** All nodes applied it, or had nothing to do. */
        APPLIED,
        /** Some nodes applied it and others failed, or it is too late for those that have not answered. */
        PARTIAL,
        /** All nodes failed. */
        FAILED,
        /** It is too late, and no node applied it. */
        EXPIRED
    }

    /** Of one node. */
    public enum Result {
        APPLIED,
        /** At least one operation of the change. The others were tried none the less. */
        FAILED,
        /** There was nothing to do, such as for a repetition. */
        SKIPPED
    }

    /**
     * The result of the change on one node.
     *
     * @param reason of a failure, for administrators: 1 to 2,000 characters; only of a failure
     */
    public record Answer(Result result, Optional<String> reason) {
        public Answer {
            requireNonNull(result, "result");
            if (reason.isPresent() != (result == Result.FAILED)) {
                throw new IllegalArgumentException("a failure has a reason, and nothing else has");
            }
        }
    }
}
