package org.esbmt.registry.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;
import org.esbmt.tenancy.api.TenantId;

/**
 * A tenant in the registry.
 *
 * @param beforeOffboarding the state to return to when the offboarding is cancelled; present if and only if the state
 * is {@link TenantState#OFFBOARDING}
 */
public record Tenant(
        TenantId id,
        TenantName name,
        String displayName,
        TenantState state,
        Optional<TenantState> beforeOffboarding,
        Instant createdAt) {
    public Tenant {
        requireNonNull(id, "id");
        requireNonNull(name, "name");
        requireNonNull(displayName, "displayName");
        requireNonNull(state, "state");
        if (beforeOffboarding.isPresent() != (state == TenantState.OFFBOARDING)) {
            throw new IllegalArgumentException("a tenant that is " + state + " was before " + beforeOffboarding);
        }
        requireNonNull(createdAt, "createdAt");
    }
}
