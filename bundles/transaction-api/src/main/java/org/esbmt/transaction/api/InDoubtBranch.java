package org.esbmt.transaction.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/**
 * A branch that one resource still has to finish.
 *
 * @param since the begin of its transaction
 * @param outcome its future outcome
 * @param alarm whether it is older than expected, which was logged
 * @param problem the reason why it is not finished, a sentence for the operator; empty if that was not tried yet
 */
public record InDoubtBranch(
        TransactionId transaction,
        ResourceName resource,
        Instant since,
        Outcome outcome,
        boolean alarm,
        Optional<String> problem) {

    /** The decision of the transaction's own node. */
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
