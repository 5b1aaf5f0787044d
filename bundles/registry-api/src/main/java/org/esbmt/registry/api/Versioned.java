package org.esbmt.registry.api;

import static java.util.Objects.requireNonNull;

/**
 * An entry as it was read, and what a change of it has to expect.
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
