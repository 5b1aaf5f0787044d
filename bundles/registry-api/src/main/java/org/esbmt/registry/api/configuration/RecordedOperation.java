package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * An entry of the operation journal, which never changes.
 *
 * @param recordedAt by the registry's clock, to the microsecond
 */
public record RecordedOperation(DoneOperation operation, Instant recordedAt) {
    public RecordedOperation {
        requireNonNull(operation, "operation");
        requireNonNull(recordedAt, "recordedAt");
    }
}
