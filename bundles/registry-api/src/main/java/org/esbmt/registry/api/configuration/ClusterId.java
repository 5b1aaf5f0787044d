package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import java.util.UUID;

/** Identifies a cluster of container nodes. */
public record ClusterId(UUID value) {
    public ClusterId {
        requireNonNull(value, "value");
    }

    public static ClusterId random() {
        return new ClusterId(UUID.randomUUID());
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
