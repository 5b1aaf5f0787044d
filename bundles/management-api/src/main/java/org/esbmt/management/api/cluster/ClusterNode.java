package org.esbmt.management.api.cluster;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.UUID;
import org.esbmt.management.api.message.ManagementResponse;
import org.esbmt.management.api.message.SealKeys;
import org.esbmt.management.api.message.Sha256;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Who this node is in its cluster, for what applies the cluster's changes here; and where that tells how far it is. The
 * service is there once the cluster is known, from then on also where the registry cannot be reached. Threads: any.
 */
@ProviderType
public interface ClusterNode {

    /** Which cluster; always the same. */
    UUID cluster();

    /** Which node: the same for as long as it keeps its data. */
    UUID instance();

    /** The keys that the nodes of the cluster seal with; always the same. */
    SealKeys keys();

    /** How this node stands; returns at once. The cluster is told with the next heartbeat, a new revision soon. */
    void observed(Observation observation);

    /** This node has applied a request, durably; returns at once. The answer reaches the cluster by another way. */
    void applied(ManagementResponse answer);

    /**
     * How a node stands.
     *
     * @param revision the last one that it has applied; 0 for none
     * @param state digest of what it has
     * @param problem why it does not apply what the cluster changes, a sentence; empty if it does
     */
    record Observation(long revision, Sha256 state, Optional<String> problem) {
        public Observation {
            requireNonNull(state, "state");
            requireNonNull(problem, "problem");
            if (revision < 0) {
                throw new IllegalArgumentException("a revision is 0 or more, but is " + revision);
            }
        }
    }
}
