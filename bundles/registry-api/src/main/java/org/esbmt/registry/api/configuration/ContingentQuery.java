package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.Set;
import org.esbmt.registry.api.Slice;
import org.esbmt.tenancy.api.quota.Grantee;

/**
 * Selects contingents of a tenant, and a part of their list.
 *
 * @param grantees only contingents of these grantees; empty: all contingents
 */
public record ContingentQuery(Optional<Set<Grantee>> grantees, Slice slice) {
    public ContingentQuery {
        grantees = grantees.map(Set::copyOf);
        requireNonNull(slice, "slice");
    }

    public static ContingentQuery all(Slice slice) {
        return new ContingentQuery(Optional.empty(), slice);
    }

    public static ContingentQuery of(Set<Grantee> grantees, Slice slice) {
        return new ContingentQuery(Optional.of(grantees), slice);
    }
}
