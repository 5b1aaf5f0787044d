package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import java.util.UUID;

/** Identifies the holder of a counted resource, such as an assembly, an artifact or a user. */
public record HolderId(UUID value) {
    public HolderId {
        requireNonNull(value, "value");
    }

    public static HolderId random() {
        return new HolderId(UUID.randomUUID());
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
