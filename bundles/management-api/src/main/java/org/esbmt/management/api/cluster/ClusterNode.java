package org.esbmt.management.api.cluster;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.management.api.message.ManagementResponse;
import org.esbmt.management.api.message.SealKeys;
import org.esbmt.management.api.message.Sha256;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The identity of this node in its cluster, for the applier of the cluster's changes on this node. The applier also
 * reports its progress here. The service is registered once the cluster is known, and stays even when the registry is
 * unavailable. Thread-safe.
 */
@ProviderType
public interface ClusterNode {

    /** The identifier of the cluster; always the same. */
    UUID cluster();

    /** The identifier of the node: the same for as long as it keeps its data. */
    UUID instance();

    /** The keys that the nodes of the cluster seal with; always the same. */
    SealKeys keys();

    /**
     * Reports the state of this node; returns at once. The cluster gets it with the next heartbeat, a new revision
     * soon.
     */
    void observed(Observation observation);

    /**
     * Reports a request that this node has applied, durably; returns at once. The answer reaches the cluster by another
     * way.
     */
    void applied(ManagementResponse answer);

    /**
     * Reports a message without a seal of the cluster that this node received and set aside; returns at once. It is
     * entered into the audit trail: the first at once, the number of later ones once a minute.
     *
     * @param destination the destination that had the message
     * @param message the message id, as its sender set it
     */
    void forged(String destination, String message);

    /**
     * The state of a node.
     *
     * @param revision the last applied revision; 0 for none
     * @param state digest of its state
     * @param problem a sentence with the reason why it does not apply the cluster's changes; empty if it does
     * @param parts the components and shared libraries of the node
     */
    record Observation(long revision, Sha256 state, Optional<String> problem, List<Part> parts) {
        public Observation {
            requireNonNull(state, "state");
            requireNonNull(problem, "problem");
            parts = List.copyOf(parts);
            if (revision < 0) {
                throw new IllegalArgumentException("a revision is 0 or more, but is " + revision);
            }
        }
    }

    /**
     * A component or a shared library of a node.
     *
     * @param type {@code binding-component} or {@code service-engine}; empty for a shared library
     * @param digest the digest of its installer; empty for a part of the bus
     * @param state a state of JSR-208; {@code Shutdown} for a shared library
     * @param settings digest of its settings in force
     */
    record Part(String name, Optional<String> type, Optional<Sha256> digest, String state, Optional<Sha256> settings) {
        public Part {
            requireNonNull(name, "name");
            requireNonNull(type, "type");
            requireNonNull(digest, "digest");
            requireNonNull(state, "state");
            requireNonNull(settings, "settings");
        }
    }
}
