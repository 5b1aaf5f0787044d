package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.osgi.annotation.versioning.ProviderType;

/** Queries about the nodes of this node's cluster. Threads as those of {@link TenantAdministration}. */
@ProviderType
public interface ClusterAdministration {

    /** Nodes by their identifier, those that have left too. */
    Page<NodeView> nodes(Administrator by, PageRequest page) throws AdministrationException;

    /**
     * A node, as administrators see it.
     *
     * @param here whether it is the one that was asked
     * @param observedRevision the last change of the cluster that it has dealt with, as it last said
     * @param newestRevision of the cluster
     * @param silence since it was last heard of, by the registry's clock
     * @param silent whether that is longer than it should be; never of a node that has left
     * @param digest of all that it has, in hex; empty before it said so
     * @param differs whether another node that has dealt with the same changes has something else: one of them is wrong
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

        /** How many changes it has still to deal with. */
        public long lag() {
            return Math.max(0, newestRevision - observedRevision);
        }
    }

    /** The stages in the life of a node. */
    enum State {
        /** Catches up with its cluster; takes no messages yet. */
        JOINING,
        UP,
        /** Finishes what it has and takes nothing new. */
        DRAINING,
        /** Nobody waits for it any more. */
        LEFT
    }

    /** The health that a node reports of itself. */
    enum Health {
        /** Nothing yet. */
        UNKNOWN,
        HEALTHY,
        /** It works, but not as it should. */
        DEGRADED,
        /** It does not do its work. */
        FAILING
    }
}
