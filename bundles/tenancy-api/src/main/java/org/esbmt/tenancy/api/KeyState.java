package org.esbmt.tenancy.api;

/** The states of a tenant's private key. A later state is never left for an earlier one. */
public enum KeyState {
    /** In use. */
    CURRENT,
    /** Decrypts until a date, and is used for nothing new. */
    FORMER,
    /** Never used again. The registry has forgotten the private key, and keeps the certificate for a while. */
    REVOKED
}
