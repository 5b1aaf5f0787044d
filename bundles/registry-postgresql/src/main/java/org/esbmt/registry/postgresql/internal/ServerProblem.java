package org.esbmt.registry.postgresql.internal;

/**
 * The reason why the database server cannot be used now. The message is a sentence for the operator, who has to act.
 */
final class ServerProblem extends Exception {
    private static final long serialVersionUID = 1L;

    ServerProblem(String message, Throwable cause) {
        super(message, cause);
    }
}
