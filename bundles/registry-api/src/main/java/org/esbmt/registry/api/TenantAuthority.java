package org.esbmt.registry.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.TenantId;

/**
 * A certificate authority that a tenant trusts for back ends, and whose lists of revocations it uploads. All of it is
 * fixed. Moments have milliseconds.
 *
 * @param name unique among the authorities of the tenant
 * @param notBefore the first moment of its validity
 * @param notAfter the last moment of its validity
 */
public record TenantAuthority(
        TenantId tenant,
        KeyName name,
        EncodedCertificate certificate,
        Instant notBefore,
        Instant notAfter,
        Instant addedAt) {
    public TenantAuthority {
        requireNonNull(tenant, "tenant");
        requireNonNull(name, "name");
        requireNonNull(certificate, "certificate");
        requireNonNull(notBefore, "notBefore");
        requireNonNull(notAfter, "notAfter");
        requireNonNull(addedAt, "addedAt");
        if (notAfter.isBefore(notBefore)) {
            throw new IllegalArgumentException("a certificate ends after its begin, not at " + notAfter);
        }
    }

    public CertificateDigest digest() {
        return certificate.digest();
    }
}
