package org.esbmt.embedded.broker.internal;

/** The reason why the broker cannot be used now. The message is a sentence for the operator, who has to act. */
final class BrokerProblem extends Exception {
    private static final long serialVersionUID = 1L;

    BrokerProblem(String message) {
        super(message);
    }

    BrokerProblem(String message, Throwable cause) {
        super(message, cause);
    }
}
