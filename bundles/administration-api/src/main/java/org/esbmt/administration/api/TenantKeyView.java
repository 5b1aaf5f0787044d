package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;
import org.esbmt.tenancy.api.KeyPurpose;
import org.esbmt.tenancy.api.KeyState;
import org.esbmt.tenancy.api.TenantKeyId;

/**
 * A private key of a tenant, as administrators see it: its certificate, and never the key.
 *
 * @param algorithm such as {@code RSA 2048} or {@code EC P-256}
 * @param digest the SHA-256 of the certificate's DER encoding, 64 hexadecimal digits
 * @param notAfter the end of the certificate's validity
 * @param expiresSoon true if the key is not revoked, and the certificate ends within 30 days
 * @param formerUntil the end of the use of a FORMER key
 * @param certificates the certificate and those of its issuers, in PEM
 */
public record TenantKeyView(
        TenantKeyId id,
        String name,
        KeyPurpose purpose,
        KeyState state,
        String algorithm,
        String subject,
        String issuer,
        String digest,
        Instant notBefore,
        Instant notAfter,
        boolean expiresSoon,
        Optional<Instant> formerUntil,
        Instant createdAt,
        Optional<Instant> revokedAt,
        String certificates) {
    public TenantKeyView {
        requireNonNull(id, "id");
        requireNonNull(name, "name");
        requireNonNull(purpose, "purpose");
        requireNonNull(state, "state");
        requireNonNull(algorithm, "algorithm");
        requireNonNull(subject, "subject");
        requireNonNull(issuer, "issuer");
        requireNonNull(digest, "digest");
        requireNonNull(notBefore, "notBefore");
        requireNonNull(notAfter, "notAfter");
        requireNonNull(formerUntil, "formerUntil");
        requireNonNull(createdAt, "createdAt");
        requireNonNull(revokedAt, "revokedAt");
        requireNonNull(certificates, "certificates");
    }
}
