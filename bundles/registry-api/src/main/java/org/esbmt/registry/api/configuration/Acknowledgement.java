package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * The result of an operation on a node.
 *
 * @param reason the reason of a failure, for administrators: 1 to 2,000 characters; present only for a failure
 * @param state digest of everything that the node has applied after this operation
 */
public record Acknowledgement(Result result, Optional<String> reason, Sha256 state) {
    /** The outcome on one node. */
    public enum Result {
        APPLIED,
        FAILED,
        /** There was nothing to do, for example in a repetition. */
        SKIPPED
    }

    public Acknowledgement {
        requireNonNull(result, "result");
        requireNonNull(state, "state");
        if (reason.isPresent() != (result == Result.FAILED)) {
            throw new IllegalArgumentException("a failure has a reason, and nothing else has");
        }
        reason.ifPresent(r -> StoredTexts.check("a reason", r, 1, 2_000));
    }

    public static Acknowledgement applied(Sha256 state) {
        return new Acknowledgement(Result.APPLIED, Optional.empty(), state);
    }

    public static Acknowledgement failed(String reason, Sha256 state) {
        return new Acknowledgement(Result.FAILED, Optional.of(reason), state);
    }

    public static Acknowledgement skipped(Sha256 state) {
        return new Acknowledgement(Result.SKIPPED, Optional.empty(), state);
    }
}
