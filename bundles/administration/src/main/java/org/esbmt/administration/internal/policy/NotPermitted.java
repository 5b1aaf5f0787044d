package org.esbmt.administration.internal.policy;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.AdministrationException;

/** A refusal by the table of roles. {@link AccessPolicy} names the permitted roles. */
public final class NotPermitted extends AdministrationException {
    private static final long serialVersionUID = 1L;

    private final Operation operation;

    /**
     * Refuses an operation.
     *
     * @param operation the operation that other roles may perform
     */
    public NotPermitted(Operation operation, String message) {
        super(Reason.FORBIDDEN, message);
        this.operation = requireNonNull(operation, "operation");
    }

    Operation operation() {
        return operation;
    }
}
