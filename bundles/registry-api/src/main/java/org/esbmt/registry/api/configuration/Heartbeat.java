package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

/**
 * What a node tells every few seconds.
 *
 * @param observedRevision the last one of the revision log that it has dealt with; 0 for none
 * @param state of all that it has applied, to be compared with other nodes at the same revision
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
