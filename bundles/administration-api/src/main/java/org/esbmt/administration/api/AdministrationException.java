package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

/** An administrative operation was refused or failed; nothing of it is left. The message is for the administrator. */
public class AdministrationException extends Exception {
    private static final long serialVersionUID = 1L;

    /** What the administrator can do about it. */
    public enum Reason {
        /** An argument breaks a rule, which the message states. */
        INVALID,
        /** There is no such tenant, user or assembly. */
        NOT_FOUND,
        /** The name is taken, or the thing is in a state that does not allow the operation. */
        CONFLICT,
        /** Somebody changed it since it was read: read it again. */
        STALE,
        /** A quota or contingent has not that much left: raise it, or give something back. */
        EXCEEDED,
        /** This administrator may not do this. */
        FORBIDDEN,
        /** The registry is out of reach: the operation was not done, try again. */
        UNAVAILABLE,
        /** Others were changing the same for too long: the operation was not done, try again. */
        BUSY,
        /** It is not known whether the operation was done: look, before trying again. */
        IN_DOUBT,
        /** The bus failed; its log tells why. */
        INTERNAL
    }

    private final Reason reason;

    public AdministrationException(Reason reason, String message) {
        this(reason, message, null);
    }

    public AdministrationException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = requireNonNull(reason, "reason");
    }

    public Reason reason() {
        return reason;
    }
}
