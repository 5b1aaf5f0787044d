package org.esbmt.registry.api;

/**
 * A part of a list.
 *
 * @param offset entries to leave out, from 0
 * @param limit entries to return at the most, 1 to {@value #MAX_LIMIT}
 */
public record Slice(int offset, int limit) {
    /** The largest part. */
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
