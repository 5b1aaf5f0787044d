package org.esbmt.registry.api;

import static java.util.Objects.requireNonNull;

import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * The data for checking a password. One statement reads it, so all of it was true at one moment.
 *
 * @param version another number for each verifier that this user ever had
 * @param sender true if one of the user's roles sends messages, see {@link Role#sends}
 */
public record StoredCredential(
        TenantId tenant,
        UserId user,
        Verifier verifier,
        long version,
        UserState userState,
        TenantState tenantState,
        boolean sender) {
    public StoredCredential {
        requireNonNull(tenant, "tenant");
        requireNonNull(user, "user");
        requireNonNull(verifier, "verifier");
        requireNonNull(userState, "userState");
        requireNonNull(tenantState, "tenantState");
    }
}
