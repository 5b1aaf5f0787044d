package org.esbmt.registry.api;

/** Where a tenant is in its life. Only an {@link #ACTIVE} tenant's messages are taken. */
public enum TenantState {
    PROVISIONING,
    ACTIVE,
    SUSPENDED,
    DRAINING,
    /** It has asked to leave, and may take that back. */
    OFFBOARDING,
    DELETED
}
