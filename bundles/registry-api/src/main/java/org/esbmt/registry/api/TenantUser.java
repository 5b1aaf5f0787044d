package org.esbmt.registry.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Set;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * A user of a tenant in the registry.
 *
 * @param defaultAdministrator true for the one default administrator of the tenant
 * @param roles at least one, all of the tenant's level
 */
public record TenantUser(
        TenantId tenant,
        UserId id,
        Login login,
        UserState state,
        boolean defaultAdministrator,
        Set<Role> roles,
        Instant createdAt) {
    public TenantUser {
        requireNonNull(tenant, "tenant");
        requireNonNull(id, "id");
        requireNonNull(login, "login");
        requireNonNull(state, "state");
        roles = Set.copyOf(roles);
        requireNonNull(createdAt, "createdAt");
    }
}
