package org.esbmt.registry.api;

/** The state of a tenant in its life cycle. Only an {@link #ACTIVE} tenant's messages are taken. */
public enum TenantState {
    PROVISIONING,
    ACTIVE,
    SUSPENDED,
    DRAINING,
    /** It has asked to leave, and may take that back. */
    OFFBOARDING,
    DELETED
}
