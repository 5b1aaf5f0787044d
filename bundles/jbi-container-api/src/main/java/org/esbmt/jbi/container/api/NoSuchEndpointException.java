package org.esbmt.jbi.container.api;

import static java.util.Objects.requireNonNull;

import javax.jbi.messaging.MessagingException;

/**
 * The endpoint of an exchange is not active, or its sender may not know of it. Nothing was delivered. It has no stack
 * trace, since messages with a wrong name can cause many of these.
 */
public final class NoSuchEndpointException extends MessagingException {
    private static final long serialVersionUID = 1L;

    private final boolean tenant;

    /**
     * @param caller the owner of the exchange
     * @param message contains the requested name
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
