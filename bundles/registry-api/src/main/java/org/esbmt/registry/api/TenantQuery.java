package org.esbmt.registry.api;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Which tenants, and which part of their list.
 *
 * @param nameContains any part of the name
 * @param state only these
 */
public record TenantQuery(Optional<String> nameContains, Optional<TenantState> state, Slice slice) {
    public TenantQuery {
        requireNonNull(nameContains, "nameContains");
        requireNonNull(state, "state");
        requireNonNull(slice, "slice");
    }

    public static TenantQuery all(Slice slice) {
        return new TenantQuery(Optional.empty(), Optional.empty(), slice);
    }
}
