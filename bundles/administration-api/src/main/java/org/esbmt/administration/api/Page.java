package org.esbmt.administration.api;

import java.util.List;

/**
 * Part of a list.
 *
 * @param total the number of entries of the whole list when it was read, as far as they were counted
 * @param exact true if all entries were counted, false if there are more
 */
public record Page<T>(List<T> entries, int offset, long total, boolean exact) {
    public Page {
        entries = List.copyOf(entries);
    }

    /** A page of a list that was counted to its end. */
    public Page(List<T> entries, int offset, long total) {
        this(entries, offset, total, true);
    }

    /** Tells whether the list has entries after this page. */
    public boolean hasMore() {
        return !exact || offset + entries.size() < total;
    }

    /** Cuts the requested page out of a complete list. */
    public static <T> Page<T> of(List<T> all, PageRequest request) {
        List<T> part =
                all.stream().skip(request.offset()).limit(request.limit()).toList();
        return new Page<>(part, request.offset(), all.size());
    }
}
