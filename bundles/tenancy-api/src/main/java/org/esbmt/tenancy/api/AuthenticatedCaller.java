package org.esbmt.tenancy.api;

import static java.util.Objects.requireNonNull;

import java.util.Set;
import javax.security.auth.Subject;

/**
 * A verified sender with all data for its requests. It is built once for each verified credential, and all requests
 * with that credential share it.
 */
public final class AuthenticatedCaller {
    private final TenantPrincipal principal;
    private final Subject subject;
    private final String tenantText;
    private final String userText;

    public AuthenticatedCaller(TenantPrincipal principal) {
        this.principal = requireNonNull(principal, "principal");
        this.subject = new Subject(true, Set.of(principal), Set.of(), Set.of());
        this.tenantText = principal.tenant().toString();
        this.userText = principal.user().toString();
    }

    public TenantPrincipal principal() {
        return principal;
    }

    /** Read-only; its one principal is {@link #principal()}. */
    public Subject subject() {
        return subject;
    }

    /** The tenant's canonical text, for the message's {@code TenantID} property. */
    public String tenantText() {
        return tenantText;
    }

    /** The user's canonical text, for the message's {@code UserID} property. */
    public String userText() {
        return userText;
    }

    @Override
    public String toString() {
        return principal.getName();
    }
}
