package org.esbmt.message.security.api;

/** The keys of a tenant cannot be read now. The message is for the log alone, never for a sender. */
public final class TenantKeysUnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    public TenantKeysUnavailableException(String message) {
        super(message);
    }

    public TenantKeysUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
