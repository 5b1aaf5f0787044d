package org.esbmt.registry.api;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * Which tenants, and which part of their list. Who goes on with the name that the last part has ended with reads each part at the cost of
 * the first, and meets once each tenant that is there all the time; at an offset, all before it are read, too, and tenants that come, or
 * change their state, meanwhile move the others.
 *
 * @param nameContains any part of the name
 * @param state only these
 * @param nameAfter only those that come after this text in the order of their names, which is byte by byte; it need not be a tenant's
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

    /** The largest part of all those that come after a name, or of all: for who wants to have met every one. */
    public static TenantQuery next(Optional<TenantName> after) {
        return new TenantQuery(
                Optional.empty(), Optional.empty(), after.map(TenantName::value), new Slice(0, Slice.MAX_LIMIT));
    }
}
