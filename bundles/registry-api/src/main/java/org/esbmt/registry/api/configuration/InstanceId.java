package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import java.util.UUID;

/** Identifies a container node for as long as it keeps its data, across restarts. */
public record InstanceId(UUID value) {
    public InstanceId {
        requireNonNull(value, "value");
    }

    public static InstanceId random() {
        return new InstanceId(UUID.randomUUID());
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
