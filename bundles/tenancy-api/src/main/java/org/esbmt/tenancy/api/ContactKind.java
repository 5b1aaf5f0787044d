package org.esbmt.tenancy.api;

/** The occasion on which operators call a contact of a tenant. */
public enum ContactKind {
    /** An integration of the tenant fails. */
    TECHNICAL,
    /** An account or a message of the tenant was attacked. */
    SECURITY,
    /** A contract or a planned change concerns the tenant. */
    BUSINESS,
    /** An invoice concerns the tenant. */
    BILLING
}
