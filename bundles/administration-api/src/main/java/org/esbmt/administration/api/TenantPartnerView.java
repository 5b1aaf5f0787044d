package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/**
 * The certificate of a partner of a tenant.
 *
 * @param algorithm such as {@code RSA 2048} or {@code EC P-256}
 * @param digest the SHA-256 of the certificate's DER encoding, 64 hexadecimal digits
 * @param expiresSoon true if the partner is not revoked, and the certificate ends within 30 days
 * @param certificate in PEM
 */
public record TenantPartnerView(
        String name,
        String algorithm,
        String subject,
        String issuer,
        String digest,
        Instant notBefore,
        Instant notAfter,
        boolean expiresSoon,
        Instant registeredAt,
        Optional<Instant> revokedAt,
        String certificate) {
    public TenantPartnerView {
        requireNonNull(name, "name");
        requireNonNull(algorithm, "algorithm");
        requireNonNull(subject, "subject");
        requireNonNull(issuer, "issuer");
        requireNonNull(digest, "digest");
        requireNonNull(notBefore, "notBefore");
        requireNonNull(notAfter, "notAfter");
        requireNonNull(registeredAt, "registeredAt");
        requireNonNull(revokedAt, "revokedAt");
        requireNonNull(certificate, "certificate");
    }
}
