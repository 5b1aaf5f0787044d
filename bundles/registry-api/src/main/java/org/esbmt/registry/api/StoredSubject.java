package org.esbmt.registry.api;

import static java.util.Objects.requireNonNull;

import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * The data for finding the sender of a message by a subject of tokens. One statement reads it, so all of it was true at
 * one moment.
 *
 * @param sender true if one of the user's roles sends messages, see {@link Role#sends}
 */
public record StoredSubject(
        TenantId tenant, UserId user, UserState userState, TenantState tenantState, boolean sender) {
    public StoredSubject {
        requireNonNull(tenant, "tenant");
        requireNonNull(user, "user");
        requireNonNull(userState, "userState");
        requireNonNull(tenantState, "tenantState");
    }
}
