package org.esbmt.registry.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import org.esbmt.tenancy.api.TenantId;

/** A tenant, as the registry knows it. */
public record Tenant(TenantId id, TenantName name, String displayName, TenantState state, Instant createdAt) {
    public Tenant {
        requireNonNull(id, "id");
        requireNonNull(name, "name");
        requireNonNull(displayName, "displayName");
        requireNonNull(state, "state");
        requireNonNull(createdAt, "createdAt");
    }
}
