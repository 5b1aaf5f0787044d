package org.esbmt.administration.internal.policy;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.Set;
import org.esbmt.administration.api.Scope;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * The administrator who calls, as the tenant registry knows them.
 *
 * @param tenant the user's tenant; {@link TenantRegistry#SYSTEM} for an administrator of the installation
 * @param scope the limit of the request's token or certificate; empty if the caller gave a password
 */
public record Caller(TenantId tenant, UserId user, Set<Role> roles, Optional<Scope> scope) {
    public Caller {
        requireNonNull(tenant, "tenant");
        requireNonNull(user, "user");
        roles = Set.copyOf(roles);
        requireNonNull(scope, "scope");
    }

    /** A caller who gave a password. */
    public Caller(TenantId tenant, UserId user, Set<Role> roles) {
        this(tenant, user, roles, Optional.empty());
    }

    public boolean ofSystem() {
        return tenant.equals(TenantRegistry.SYSTEM);
    }
}
