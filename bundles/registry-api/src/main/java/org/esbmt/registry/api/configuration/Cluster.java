package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * Nodes that are administered as one.
 *
 * @param lastRevision of its revision log; 0 while that is empty
 */
public record Cluster(ClusterId id, ClusterName name, long lastRevision, Instant createdAt) {
    public Cluster {
        requireNonNull(id, "id");
        requireNonNull(name, "name");
        requireNonNull(createdAt, "createdAt");
    }
}
