package org.esbmt.registry.api;

import java.util.List;

/**
 * Part of a list.
 *
 * @param total entries of the whole list at the same moment
 */
public record Listing<T>(List<T> entries, long total) {
    public Listing {
        entries = List.copyOf(entries);
    }
}
