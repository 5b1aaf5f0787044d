package org.esbmt.transaction.api;

import static java.util.Objects.requireNonNull;

/**
 * The outcome of a unit of work is not known in all resources yet. It will be committed or rolled back as a whole;
 * {@link TransactionAdministration#inDoubt} lists it until then.
 */
public final class InDoubtException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String transaction;

    /** @param why a sentence for the operator */
    public InDoubtException(TransactionId transaction, String why, Throwable cause) {
        super("Transaction " + transaction + " is in doubt: " + requireNonNull(why, "why"), cause);
        this.transaction = transaction.value();
    }

    public TransactionId transaction() {
        return new TransactionId(transaction);
    }
}
