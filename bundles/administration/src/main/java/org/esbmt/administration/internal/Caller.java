package org.esbmt.administration.internal;

import static java.util.Objects.requireNonNull;

import java.util.Set;
import org.esbmt.registry.api.Role;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * Who asks, as the tenant registry knows them.
 *
 * @param tenant whose user they are; {@link TenantRegistry#SYSTEM} for who administers the installation
 */
record Caller(TenantId tenant, UserId user, Set<Role> roles) {
    Caller {
        requireNonNull(tenant, "tenant");
        requireNonNull(user, "user");
        roles = Set.copyOf(roles);
    }

    boolean ofSystem() {
        return tenant.equals(TenantRegistry.SYSTEM);
    }
}
