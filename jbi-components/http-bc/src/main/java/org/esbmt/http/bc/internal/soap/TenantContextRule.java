package org.esbmt.http.bc.internal.soap;

/** The rule for the presence of a TenantContext. The rules for its contents are the same either way. */
public enum TenantContextRule {
    /** Consumers of tenants: a message without a TenantContext is refused. */
    REQUIRED,
    /** Plain consumers. */
    OPTIONAL
}
