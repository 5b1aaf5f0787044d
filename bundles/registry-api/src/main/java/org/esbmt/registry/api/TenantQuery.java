package org.esbmt.registry.api;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Selects tenants, and a part of their list. A client that continues after the last name of a part reads each part at
 * the cost of the first. It sees each tenant once that exists all the time. With an offset, the registry reads all
 * earlier entries, too, and tenants that appear or change their state shift the others.
 *
 * @param nameContains any part of the name
 * @param state only these
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

    /** The largest part of all tenants after a name, or of all tenants: for a client that reads all of them. */
    public static TenantQuery next(Optional<TenantName> after) {
        return new TenantQuery(
                Optional.empty(), Optional.empty(), after.map(TenantName::value), new Slice(0, Slice.MAX_LIMIT));
    }
}
