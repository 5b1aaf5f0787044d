package org.esbmt.readiness.internal;

import static java.util.Objects.requireNonNull;

/**
 * A key that the bus reads.
 *
 * @param byDefault the value of an absent key
 */
record ConfigurationKey(String name, Type type, String byDefault) {

    ConfigurationKey {
        requireNonNull(name, "name");
        requireNonNull(type, "type");
        requireNonNull(byDefault, "byDefault");
    }

    /** The type of a key's value. */
    enum Type {
        TEXT,
        /** A text that must not be shown. */
        SECRET,
        INTEGER,
        LONG,
        BOOLEAN
    }
}
