package org.esbmt.registry.api.configuration;

/** The health that a node reports of itself. */
public enum Health {
    /** The node has sent no report since it registered. */
    UNKNOWN,
    HEALTHY,
    /** The node works with restrictions. */
    DEGRADED,
    /** The node does not work. */
    FAILING
}
