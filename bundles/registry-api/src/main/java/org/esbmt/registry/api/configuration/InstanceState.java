package org.esbmt.registry.api.configuration;

/** Where a node is in its life. */
public enum InstanceState {
    /** Catching up with the revision log; no messages are for it yet. */
    JOINING,
    /** Has applied what there was when it joined. */
    UP,
    /** Finishes what it has and takes nothing new. */
    DRAINING,
    /** Nobody waits for it any more. */
    LEFT
}
