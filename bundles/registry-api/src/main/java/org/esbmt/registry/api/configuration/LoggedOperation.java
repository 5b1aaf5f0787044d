package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * An entry of a cluster's revision log, which never changes.
 *
 * @param revision from 1, one more with each operation of the cluster
 */
public record LoggedOperation(NewOperation operation, long revision, Instant appendedAt) {
    public LoggedOperation {
        requireNonNull(operation, "operation");
        requireNonNull(appendedAt, "appendedAt");
    }
}
