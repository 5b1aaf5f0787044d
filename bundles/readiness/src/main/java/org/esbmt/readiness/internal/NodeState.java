package org.esbmt.readiness.internal;

/** The state of a node as a whole. */
enum NodeState {
    /** The node has not been ready since its start. */
    STARTING,
    /** All parts work. */
    READY,
    /** The node takes messages, but a part does not work, or a file is not taken. */
    DEGRADED,
    /** The node takes no messages, although it did; or a part has a problem that keeps it from its first ones. */
    NOT_READY
}
