package org.esbmt.registry.api;

/**
 * A part of a list.
 *
 * @param offset the number of entries to skip, from 0
 * @param limit the largest number of entries to return, 1 to {@value #MAX_LIMIT}
 */
public record Slice(int offset, int limit) {
    /** The largest limit. */
    public static final int MAX_LIMIT = 1_000;

    public Slice {
        if (offset < 0) {
            throw new IllegalArgumentException("offset must not be negative, but is " + offset);
        }
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("limit must be 1 to " + MAX_LIMIT + ", but is " + limit);
        }
    }
}
