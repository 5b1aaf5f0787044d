package org.esbmt.registry.api.configuration;

/** The state of a node in its life cycle. */
public enum InstanceState {
    /** The node catches up with the revision log, and receives no messages yet. */
    JOINING,
    /** The node has applied all revisions that existed when it joined. */
    UP,
    /** The node finishes its open exchanges and accepts no new ones. */
    DRAINING,
    /** The cluster no longer waits for the node. */
    LEFT
}
