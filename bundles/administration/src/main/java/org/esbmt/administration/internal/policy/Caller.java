package org.esbmt.administration.internal.policy;

import static java.util.Objects.requireNonNull;

import java.util.Set;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * The administrator who calls, as the tenant registry knows them.
 *
 * @param tenant the user's tenant; {@link TenantRegistry#SYSTEM} for an administrator of the installation
 */
public record Caller(TenantId tenant, UserId user, Set<Role> roles) {
    public Caller {
        requireNonNull(tenant, "tenant");
        requireNonNull(user, "user");
        roles = Set.copyOf(roles);
    }

    public boolean ofSystem() {
        return tenant.equals(TenantRegistry.SYSTEM);
    }
}
