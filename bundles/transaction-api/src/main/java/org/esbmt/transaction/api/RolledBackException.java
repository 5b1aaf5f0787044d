package org.esbmt.transaction.api;

import static java.util.Objects.requireNonNull;

/** The unit of work was rolled back completely. The caller may run it again. */
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
