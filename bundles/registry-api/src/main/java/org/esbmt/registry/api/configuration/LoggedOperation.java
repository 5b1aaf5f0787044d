package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * An entry of a cluster's revision log, which never changes.
 *
 * @param revision from 1, one more with each operation of the cluster
 * @param payload the payload made for this revision when it was appended
 */
public record LoggedOperation(NewOperation operation, long revision, Payload payload, Instant appendedAt) {
    public LoggedOperation {
        requireNonNull(operation, "operation");
        requireNonNull(payload, "payload");
        requireNonNull(appendedAt, "appendedAt");
    }
}
