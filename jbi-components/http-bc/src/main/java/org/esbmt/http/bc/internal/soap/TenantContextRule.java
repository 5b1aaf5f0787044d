package org.esbmt.http.bc.internal.soap;

/** Whether a message must have a TenantContext. A TenantContext is held to the same rules either way. */
public enum TenantContextRule {
    /** Consumers of tenants: no TenantContext, no head. */
    REQUIRED,
    /** Plain consumers. */
    OPTIONAL
}
