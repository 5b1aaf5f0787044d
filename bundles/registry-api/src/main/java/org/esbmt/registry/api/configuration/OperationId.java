package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import java.util.UUID;

/**
 * Identifies a management operation. The client chooses it; a repetition with the same identifier is the same
 * operation.
 */
public record OperationId(UUID value) {
    public OperationId {
        requireNonNull(value, "value");
    }

    public static OperationId random() {
        return new OperationId(UUID.randomUUID());
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
