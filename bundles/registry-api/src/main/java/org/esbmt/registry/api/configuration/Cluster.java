package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * Nodes that are administered together.
 *
 * @param lastRevision the last revision of its revision log; 0 for an empty log
 */
public record Cluster(ClusterId id, ClusterName name, long lastRevision, Instant createdAt) {
    public Cluster {
        requireNonNull(id, "id");
        requireNonNull(name, "name");
        requireNonNull(createdAt, "createdAt");
    }
}
