package org.esbmt.administration.api;

import java.util.List;

/**
 * Part of a list.
 *
 * @param total entries of the whole list, when it was read
 */
public record Page<T>(List<T> entries, int offset, long total) {
    public Page {
        entries = List.copyOf(entries);
    }
}
