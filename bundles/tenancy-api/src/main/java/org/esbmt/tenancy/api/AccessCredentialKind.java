package org.esbmt.tenancy.api;

/** The kinds of credentials that a user has beside the password. The bus keeps the SHA-256 of each. */
public enum AccessCredentialKind {
    /** A personal access token: a random text that the bus generated. */
    TOKEN,
    /** An X.509 certificate, whose private key signs requests. */
    CERTIFICATE
}
