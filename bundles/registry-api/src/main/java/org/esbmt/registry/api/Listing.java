package org.esbmt.registry.api;

import java.util.List;

/**
 * Part of a list.
 *
 * @param total entries of the whole list at the same moment, as far as they were counted
 * @param exact whether these are all; otherwise there are more
 */
public record Listing<T>(List<T> entries, long total, boolean exact) {
    public Listing {
        entries = List.copyOf(entries);
    }

    /** Of a list that was counted to its end. */
    public Listing(List<T> entries, long total) {
        this(entries, total, true);
    }
}
