package org.esbmt.transaction.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/**
 * What one resource still has to finish.
 *
 * @param since when its transaction began
 * @param outcome what will become of it
 * @param alarm whether it is older than it should be, which was logged
 * @param problem why it is not finished, a sentence for the operator; empty if that was not tried yet
 */
public record InDoubtBranch(
        TransactionId transaction,
        ResourceName resource,
        Instant since,
        Outcome outcome,
        boolean alarm,
        Optional<String> problem) {

    /** What the transaction's own node has decided. */
    public enum Outcome {
        COMMIT,
        ROLLBACK,
        /** The disk did not say whether it holds the decision; that is found out before anything else is done. */
        UNKNOWN
    }

    public InDoubtBranch {
        requireNonNull(transaction, "transaction");
        requireNonNull(resource, "resource");
        requireNonNull(since, "since");
        requireNonNull(outcome, "outcome");
        requireNonNull(problem, "problem");
    }
}
