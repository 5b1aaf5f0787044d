package org.esbmt.administration.api;

import java.util.List;

/**
 * Part of a list.
 *
 * @param total entries of the whole list when it was read, as far as they were counted
 * @param exact whether these are all; otherwise there are more
 */
public record Page<T>(List<T> entries, int offset, long total, boolean exact) {
    public Page {
        entries = List.copyOf(entries);
    }

    /** A page of a list that was counted to its end. */
    public Page(List<T> entries, int offset, long total) {
        this(entries, offset, total, true);
    }

    /** Whether entries of the list come after these. */
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
