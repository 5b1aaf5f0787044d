package org.esbmt.camel.se.internal.model;

import static java.util.Objects.requireNonNull;

/** A place in the unit's files, for messages and logs. */
public record Place(String file, int line) {
    public Place {
        requireNonNull(file, "file");
    }

    @Override
    public String toString() {
        return file + ":" + line;
    }
}
