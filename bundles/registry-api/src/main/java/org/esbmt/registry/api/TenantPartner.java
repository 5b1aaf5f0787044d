package org.esbmt.registry.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.TenantId;

/**
 * The certificate of a partner of a tenant: of a back end whose answers are verified, or of a recipient. All but the
 * revocation is fixed. Moments have milliseconds.
 *
 * @param name unique among the partners of the tenant that are not revoked
 * @param notBefore the first moment of its validity
 * @param notAfter the last moment of its validity
 */
public record TenantPartner(
        TenantId tenant,
        KeyName name,
        EncodedCertificate certificate,
        Instant notBefore,
        Instant notAfter,
        Instant registeredAt,
        Optional<Instant> revokedAt) {
    public TenantPartner {
        requireNonNull(tenant, "tenant");
        requireNonNull(name, "name");
        requireNonNull(certificate, "certificate");
        requireNonNull(notBefore, "notBefore");
        requireNonNull(notAfter, "notAfter");
        requireNonNull(registeredAt, "registeredAt");
        requireNonNull(revokedAt, "revokedAt");
        if (notAfter.isBefore(notBefore)) {
            throw new IllegalArgumentException("a certificate ends after its begin, not at " + notAfter);
        }
    }

    public CertificateDigest digest() {
        return certificate.digest();
    }

    /** The same partner after its revocation. */
    public TenantPartner revoked(Instant at) {
        return new TenantPartner(tenant, name, certificate, notBefore, notAfter, registeredAt, Optional.of(at));
    }
}
