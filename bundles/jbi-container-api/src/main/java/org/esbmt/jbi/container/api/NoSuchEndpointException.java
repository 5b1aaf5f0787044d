package org.esbmt.jbi.container.api;

import static java.util.Objects.requireNonNull;

import javax.jbi.messaging.MessagingException;

/**
 * The endpoint that an exchange is addressed to is not active, or its sender may not know of it. Nothing was delivered.
 * Without a stack trace: messages for a name that is wrong cause these at will.
 */
public final class NoSuchEndpointException extends MessagingException {
    private static final long serialVersionUID = 1L;

    private final boolean tenant;

    /**
     * @param caller the owner of the exchange
     * @param message names what was looked for
     */
    public NoSuchEndpointException(Owner caller, String message) {
        super(requireNonNull(message, "message"));
        this.tenant = caller.tenant().isPresent();
    }

    /** The kind of owner whose endpoint is missing, without its name: part of a sentence for the operator. */
    public String reason() {
        return tenant
                ? "there is no such endpoint of this tenant, and no link to one"
                : "there is no such plain endpoint";
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
