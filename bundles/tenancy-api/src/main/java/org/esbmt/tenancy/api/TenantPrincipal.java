package org.esbmt.tenancy.api;

import static java.util.Objects.requireNonNull;

import java.security.Principal;
import java.util.Optional;
import javax.security.auth.Subject;

/** The authenticated user of a tenant, in the subject of every message that runs on the tenant's behalf. */
public final class TenantPrincipal implements Principal {
    private final TenantId tenant;
    private final UserId user;
    private final String name;
    private final Optional<TenantPrincipal> present = Optional.of(this);

    public TenantPrincipal(TenantId tenant, UserId user) {
        this.tenant = requireNonNull(tenant, "tenant");
        this.user = requireNonNull(user, "user");
        this.name = tenant + "/" + user;
    }

    /**
     * The tenant principal of a subject. Empty for no subject, for a subject without one, and for a subject with
     * several; no authenticator makes the latter. Called once for each exchange and hop. It therefore iterates and
     * allocates only the iterator, since {@link Subject#getPrincipals(Class)} builds a new set for each call.
     *
     * @param subject may be null, like that of a normalized message before authentication
     */
    public static Optional<TenantPrincipal> of(Subject subject) {
        if (subject == null) {
            return Optional.empty();
        }
        TenantPrincipal found = null;
        for (Principal p : subject.getPrincipals()) {
            if (p instanceof TenantPrincipal t) {
                if (found != null) {
                    return Optional.empty();
                }
                found = t;
            }
        }
        return found == null ? Optional.empty() : found.present;
    }

    public TenantId tenant() {
        return tenant;
    }

    public UserId user() {
        return user;
    }

    /** {@code <tenant>/<user>}, both in canonical form. */
    @Override
    public String getName() {
        return name;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof TenantPrincipal p && p.tenant.equals(tenant) && p.user.equals(user);
    }

    @Override
    public int hashCode() {
        return 31 * tenant.hashCode() + user.hashCode();
    }

    @Override
    public String toString() {
        return name;
    }
}
