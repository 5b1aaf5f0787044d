package org.esbmt.registry.api;

import static java.util.Objects.requireNonNull;

/**
 * An entry with its revision at the time of the read. A change of the entry passes that revision as the expected one.
 *
 * @param revision from 1, one more with each change
 */
public record Versioned<T>(T value, long revision) {
    public Versioned {
        requireNonNull(value, "value");
        if (revision < 1) {
            throw new IllegalArgumentException("a revision is 1 or more, but is " + revision);
        }
    }
}
