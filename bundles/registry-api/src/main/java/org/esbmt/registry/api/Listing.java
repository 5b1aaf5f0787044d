package org.esbmt.registry.api;

import java.util.List;

/**
 * Part of a list.
 *
 * @param total the number of entries of the whole list at the same moment, as far as they were counted
 * @param exact true if the count is complete; otherwise the list has more entries
 */
public record Listing<T>(List<T> entries, long total, boolean exact) {
    public Listing {
        entries = List.copyOf(entries);
    }

    /** A part of a list that was counted to its end. */
    public Listing(List<T> entries, long total) {
        this(entries, total, true);
    }
}
