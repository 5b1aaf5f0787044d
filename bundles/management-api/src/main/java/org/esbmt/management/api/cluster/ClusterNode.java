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
 * The identity of this node in its cluster, for the part that applies the cluster's changes here. The same part reports
 * its progress here. The service is registered once the cluster is known, and stays even when the registry cannot be
 * reached. Threads: any.
 */
@ProviderType
public interface ClusterNode {

    /** The identifier of the cluster; always the same. */
    UUID cluster();

    /** The identifier of the node: the same for as long as it keeps its data. */
    UUID instance();

    /** The keys that the nodes of the cluster seal with; always the same. */
    SealKeys keys();

    /** How this node stands; returns at once. The cluster is told with the next heartbeat, a new revision soon. */
    void observed(Observation observation);

    /** This node has applied a request, durably; returns at once. The answer reaches the cluster by another way. */
    void applied(ManagementResponse answer);

    /**
     * A message without a seal of the cluster has come to this node and was put aside; returns at once. It is entered into
     * the audit trail: the first at once, of later ones their number once a minute.
     *
     * @param destination where it came from
     * @param message its identifier, as its sender has it
     */
    void forged(String destination, String message);

    /**
     * How a node stands.
     *
     * @param revision the last one that it has applied; 0 for none
     * @param state digest of its state
     * @param problem why it does not apply what the cluster changes, a sentence; empty if it does
     * @param parts the components and shared libraries that it has
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
     * @param digest of its installer; empty for what is part of the bus
     * @param state as JSR-208 has it; of a shared library {@code Shutdown}
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
