package org.esbmt.tenancy.api;

/**
 * The proof of a sender's identity that a message carries. A binding component reads exactly one, and the {@link
 * TenantAuthenticator} finds its user.
 */
public sealed interface SenderProof
        permits TenantCredential, LoginCredential, CertificateProof, TokenProof, AssertionProof {

    /** The tenant that the message claims. A user of another tenant is never the answer. */
    TenantId tenant();

    /** Overwrites the secret that the proof holds, if it is in an array. The proof is of no use then. */
    default void forget() {}
}
