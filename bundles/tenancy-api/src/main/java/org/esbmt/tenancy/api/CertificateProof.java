package org.esbmt.tenancy.api;

import static java.util.Objects.requireNonNull;

/**
 * The claim that a certificate's holder sends for a tenant. The {@link TenantAuthenticator} answers with the user of
 * the certificate. Its answer does not prove that the sender has the private key: the binding component verifies the
 * signature, or the TLS session did.
 */
public record CertificateProof(TenantId tenant, CertificateDigest certificate) implements SenderProof {

    public CertificateProof {
        requireNonNull(tenant, "tenant");
        requireNonNull(certificate, "certificate");
    }
}
