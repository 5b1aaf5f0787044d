package org.esbmt.readiness.internal;

/** The state of a node as a whole. */
enum NodeState {
    /** The node has not been ready since its start. */
    STARTING,
    /** All parts work. */
    READY,
    /** The node takes messages, but a part does not work, or a file is refused. */
    DEGRADED,
    /** The node has stopped taking messages, or a problem of a part prevents its first message. */
    NOT_READY
}
