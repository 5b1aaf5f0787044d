package org.esbmt.registry.api.service;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.esbmt.registry.api.Slice;

/**
 * Selects services of a tenant, and a part of their list.
 *
 * @param namespace only services of this namespace; an empty text is no namespace
 * @param nameContains any part of the local name
 */
public record ServiceQuery(Optional<String> namespace, Optional<String> nameContains, Slice slice) {
    public ServiceQuery {
        requireNonNull(namespace, "namespace");
        requireNonNull(nameContains, "nameContains");
        requireNonNull(slice, "slice");
    }

    public static ServiceQuery all(Slice slice) {
        return new ServiceQuery(Optional.empty(), Optional.empty(), slice);
    }
}
