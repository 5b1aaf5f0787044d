package org.esbmt.transaction.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * A heuristic outcome: the resource did not follow the decision, so its data differ from those of the others.
 *
 * @param committed true if the transaction was committed, false if it was rolled back
 * @param since the time of its detection
 * @param problem the action of the resource, as far as it reports one, a sentence for the operator
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
