package org.esbmt.registry.postgresql.internal.replay;

/**
 * Limits of claims.
 *
 * @param tenantClaims open claims of one tenant that this node has made, at the most
 * @param nodeAlone true if this node decides claims by its own memory for a minute while the database is away
 */
public record ReplaySettings(int tenantClaims, boolean nodeAlone) {}
