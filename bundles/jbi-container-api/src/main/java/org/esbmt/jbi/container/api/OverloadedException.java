package org.esbmt.jbi.container.api;

/**
 * A new request was refused, because the provider's queue for this tenant is full. Nothing was delivered; the same
 * request may succeed later. Replies and acknowledgements are never refused. It has no stack trace, since overload must
 * be cheap.
 */
public final class OverloadedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public OverloadedException(String message) {
        super(message, null, false, false);
    }
}
