package org.esbmt.registry.api.configuration;

/** The state of a node in its life cycle. */
public enum InstanceState {
    /** Catching up with the revision log; no messages are for it yet. */
    JOINING,
    /** Has applied what there was when it joined. */
    UP,
    /** Finishes what it has and takes nothing new. */
    DRAINING,
    /** The cluster does not wait for it any more. */
    LEFT
}
