package org.esbmt.management.api.message;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.UUID;

/**
 * The response of a node to one request.
 *
 * @param instance the node
 * @param revision the revision of the request
 * @param state digest of the node's state afterwards: equal on two nodes exactly if their states are equal
 * @param results one for each operation of the request, in its order
 */
public record ManagementResponse(UUID instance, long revision, Sha256 state, List<Result> results)
        implements ManagementMessage {

    public ManagementResponse {
        requireNonNull(instance, "instance");
        requireNonNull(state, "state");
        results = List.copyOf(results);
        Checks.revision(revision);
        Checks.size("results", results, ManagementRequest.MAX_OPERATIONS);
    }

    public enum Status {
        DONE,
        /** The operation was tried and failed; the message has the reason. */
        FAILED,
        /** The node was in the desired state already. */
        SKIPPED
    }

    /**
     * The result of one operation.
     *
     * @param millis the duration
     * @param message for administrators; may be empty. Characters that disturb a log, or that XML does not allow,
     *     become spaces. A text of more than {@value #MAX_MESSAGE} characters is shortened
     */
    public record Result(UUID operation, Status status, long millis, String message) {
        public static final int MAX_MESSAGE = 2_000;

        public Result {
            requireNonNull(operation, "operation");
            requireNonNull(status, "status");
            message = Checks.tidied(message, MAX_MESSAGE);
            if (millis < 0) {
                throw new IllegalArgumentException("a time is not negative: " + millis);
            }
        }
    }
}
