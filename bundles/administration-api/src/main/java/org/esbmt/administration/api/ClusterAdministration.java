package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.osgi.annotation.versioning.ProviderType;

/** Queries about the nodes of this node's cluster. Threads as those of {@link TenantAdministration}. */
@ProviderType
public interface ClusterAdministration {

    /**
     * Finds a node, also one that has left.
     *
     * @throws AdministrationException NOT_FOUND if the cluster never had it
     */
    NodeView node(Administrator by, UUID node) throws AdministrationException;

    /** Lists nodes by their identifier, including those that have left. */
    Page<NodeView> nodes(Administrator by, PageRequest page) throws AdministrationException;

    /**
     * A node, as administrators see it.
     *
     * @param here true for the node that received the request
     * @param observedRevision the last change of the cluster that the node has processed, by its last report
     * @param newestRevision the last change of the cluster
     * @param silence the time since the node's last report, by the registry's clock
     * @param silent true if that time is longer than the configured one; never for a node that has left
     * @param digest the digest of the node's whole content, in hexadecimal; empty before its first report
     * @param differs true if another node has processed the same changes and has another content; one of them is wrong
     */
    record NodeView(
            UUID id,
            String host,
            boolean here,
            State state,
            Health health,
            long observedRevision,
            long newestRevision,
            Duration silence,
            boolean silent,
            Optional<String> digest,
            boolean differs) {
        public NodeView {
            requireNonNull(id, "id");
            requireNonNull(host, "host");
            requireNonNull(state, "state");
            requireNonNull(health, "health");
            requireNonNull(silence, "silence");
            requireNonNull(digest, "digest");
        }

        /** The number of changes that the node has still to process. */
        public long lag() {
            return Math.max(0, newestRevision - observedRevision);
        }
    }

    /** The stages in the life of a node. */
    enum State {
        /** Catches up with its cluster; takes no messages yet. */
        JOINING,
        UP,
        /** Finishes its messages and accepts no new ones. */
        DRAINING,
        /** No change waits for its answer any more. */
        LEFT
    }

    /** The health that a node reports of itself. */
    enum Health {
        /** The node has not reported yet. */
        UNKNOWN,
        HEALTHY,
        /** The node works with restrictions. */
        DEGRADED,
        /** The node does not work. */
        FAILING
    }
}
