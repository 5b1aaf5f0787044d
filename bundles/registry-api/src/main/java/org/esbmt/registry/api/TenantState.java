package org.esbmt.registry.api;

/** The state of a tenant in its life cycle. The bus accepts only the messages of an {@link #ACTIVE} tenant. */
public enum TenantState {
    PROVISIONING,
    ACTIVE,
    SUSPENDED,
    DRAINING,
    /** The tenant has asked to leave, and may cancel that. */
    OFFBOARDING,
    DELETED
}
