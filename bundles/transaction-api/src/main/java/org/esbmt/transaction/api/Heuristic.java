package org.esbmt.transaction.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * A resource did not do what the transaction decided: its data differ from those of the others.
 *
 * @param committed what the transaction decided
 * @param since when that came out
 * @param problem what the resource did, as far as it says, a sentence for the operator
 */
public record Heuristic(
        TransactionId transaction, ResourceName resource, boolean committed, Instant since, String problem) {

    public Heuristic {
        requireNonNull(transaction, "transaction");
        requireNonNull(resource, "resource");
        requireNonNull(since, "since");
        requireNonNull(problem, "problem");
    }
}
