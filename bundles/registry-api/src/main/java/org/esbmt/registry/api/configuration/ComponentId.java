package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import java.util.UUID;

/** Identifies one version of a JBI component. */
public record ComponentId(UUID value) {
    public ComponentId {
        requireNonNull(value, "value");
    }

    public static ComponentId random() {
        return new ComponentId(UUID.randomUUID());
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
