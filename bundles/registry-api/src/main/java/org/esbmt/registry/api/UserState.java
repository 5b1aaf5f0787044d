package org.esbmt.registry.api;

/** The state of a user. Only an {@link #ACTIVE} user can log in. */
public enum UserState {
    ACTIVE,
    LOCKED,
    REVOKED
}
