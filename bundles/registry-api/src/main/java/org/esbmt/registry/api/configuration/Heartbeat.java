package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

/**
 * The report that a node sends every few seconds.
 *
 * @param observedRevision the last revision of the log that the node has processed; 0 for none
 * @param state digest of everything that the node has applied, comparable with other nodes at the same revision
 */
public record Heartbeat(long observedRevision, Sha256 state, Health health) {
    public Heartbeat {
        requireNonNull(state, "state");
        requireNonNull(health, "health");
        if (observedRevision < 0) {
            throw new IllegalArgumentException("a revision is 0 or more, but is " + observedRevision);
        }
    }
}
