package org.esbmt.transaction.api;

import static java.util.Objects.requireNonNull;

/** Nothing of a unit of work lasts. Who asked for it may ask again. */
public final class RolledBackException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String transaction;

    /** @param why a sentence for the operator */
    public RolledBackException(TransactionId transaction, String why, Throwable cause) {
        super("Transaction " + transaction + " is rolled back: " + requireNonNull(why, "why"), cause);
        this.transaction = transaction.value();
    }

    public TransactionId transaction() {
        return new TransactionId(transaction);
    }
}
