package org.esbmt.jbi.container.api;

/**
 * An exchange tried to cross the boundary between tenants; it was not delivered. Thrown out of
 * {@code DeliveryChannel.send}. An answer to a client must not differ from "no such endpoint". It has no stack trace,
 * since an attacker can cause many of these.
 */
public final class TenantBoundaryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TenantBoundaryException(Owner caller, Owner owner) {
        super("an exchange of " + caller + " may not reach an endpoint of " + owner, null, false, false);
    }

    /** For an exchange without a recognizable label. */
    public TenantBoundaryException(String message) {
        super(message, null, false, false);
    }
}
