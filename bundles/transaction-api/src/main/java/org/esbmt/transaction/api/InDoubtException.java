package org.esbmt.transaction.api;

import static java.util.Objects.requireNonNull;

/**
 * Whether, or when, a unit of work comes to lie in all resources is not known yet. It will be as a whole, or not at all;
 * {@link TransactionAdministration#inDoubt} has it until then.
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
