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

    /** That part of a list which is at hand as a whole. */
    public static <T> Page<T> of(List<T> all, PageRequest request) {
        List<T> part =
                all.stream().skip(request.offset()).limit(request.limit()).toList();
        return new Page<>(part, request.offset(), all.size());
    }
}
