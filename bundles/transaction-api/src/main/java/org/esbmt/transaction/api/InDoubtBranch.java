package org.esbmt.transaction.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/**
 * A branch that one resource has not finished yet.
 *
 * @param since the begin of its transaction
 * @param outcome its future outcome
 * @param alarm true if it is older than expected, which was logged
 * @param problem the reason why it is not finished, a sentence for the operator; empty before the first attempt
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
        /** The disk did not confirm the decision. The bus determines the outcome before it finishes the branch. */
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
