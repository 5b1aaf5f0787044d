package org.esbmt.registry.api;

/** Only an {@link #ACTIVE} user is let in. */
public enum UserState {
    ACTIVE,
    LOCKED,
    REVOKED
}
