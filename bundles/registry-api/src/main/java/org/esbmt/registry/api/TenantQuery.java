package org.esbmt.registry.api;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Selects tenants, and a part of their list. A client that continues after the last name of a part reads each part at
 * the cost of the first. It sees every tenant that exists throughout exactly once. With an offset, the registry also
 * reads all earlier entries. New tenants and changes of state then shift the other entries.
 *
 * @param nameContains any part of the name
 * @param state only tenants in this state
 * @param nameAfter only tenants after this text; names are ordered byte by byte; the text need not be a tenant's name
 */
public record TenantQuery(
        Optional<String> nameContains, Optional<TenantState> state, Optional<String> nameAfter, Slice slice) {
    public TenantQuery {
        requireNonNull(nameContains, "nameContains");
        requireNonNull(state, "state");
        requireNonNull(nameAfter, "nameAfter");
        requireNonNull(slice, "slice");
    }

    public TenantQuery(Optional<String> nameContains, Optional<TenantState> state, Slice slice) {
        this(nameContains, state, Optional.empty(), slice);
    }

    public static TenantQuery all(Slice slice) {
        return new TenantQuery(Optional.empty(), Optional.empty(), slice);
    }

    /** The largest part of all tenants, or of all tenants after a name. Clients that read all tenants use it. */
    public static TenantQuery next(Optional<TenantName> after) {
        return new TenantQuery(
                Optional.empty(), Optional.empty(), after.map(TenantName::value), new Slice(0, Slice.MAX_LIMIT));
    }
}
