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

    /** The outcome on all nodes together. */
    public enum State {
        /** Some nodes have not answered yet, and their time limit is not over. */
        PENDING,
        /** All nodes applied it, or had nothing to do. */
        APPLIED,
        /** Some nodes applied it and others failed, or did not answer within the time limit. */
        PARTIAL,
        /** All nodes failed. */
        FAILED,
        /** The time limit is over, and no node applied it. */
        EXPIRED
    }

    /** The outcome on one node. */
    public enum Result {
        APPLIED,
        /** At least one operation of the change failed. The others were still tried. */
        FAILED,
        /** The node had nothing to do, for example for a repetition. */
        SKIPPED
    }

    /**
     * The result of the change on one node.
     *
     * @param reason the reason of a failure, for administrators: 1 to 2,000 characters; empty without a failure
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
