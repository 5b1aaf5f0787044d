package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.ClusterAdministration.NodeView;

/** A node as an open type; its getters are its items. */
public final class NodeData {
    private final NodeView node;

    NodeData(NodeView node) {
        this.node = requireNonNull(node, "node");
    }

    public String getNodeId() {
        return node.id().toString();
    }

    public String getHost() {
        return node.host();
    }

    /** Whether it is the one that was asked. */
    public boolean isHere() {
        return node.here();
    }

    public String getState() {
        return node.state().name();
    }

    public String getHealth() {
        return node.health().name();
    }

    public long getObservedRevision() {
        return node.observedRevision();
    }

    public long getNewestRevision() {
        return node.newestRevision();
    }

    /** How many changes it has still to deal with. */
    public long getLag() {
        return node.lag();
    }

    /** Since it was last heard of. */
    public long getSilenceSeconds() {
        return node.silence().toSeconds();
    }

    public boolean isSilent() {
        return node.silent();
    }

    /** Empty before it said so. */
    public String getDigest() {
        return node.digest().orElse("");
    }

    /** Whether another node that has dealt with the same changes has something else. */
    public boolean isDiffers() {
        return node.differs();
    }
}
