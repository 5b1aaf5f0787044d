package org.esbmt.registry.api.configuration;

/** The health that a node reports of itself. */
public enum Health {
    /** It has said nothing since it registered. */
    UNKNOWN,
    HEALTHY,
    /** It works, but not as it should. */
    DEGRADED,
    /** It does not do its work. */
    FAILING
}
