package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/**
 * A certificate authority of a tenant.
 *
 * @param algorithm such as {@code RSA 2048} or {@code EC P-256}
 * @param digest the SHA-256 of the certificate's DER encoding, 64 hexadecimal digits
 * @param expiresSoon true if the certificate ends within 30 days
 * @param crlNumber the number of the present list of revocations; empty without a list
 * @param crlNextUpdate the moment by which the authority issues the next list; empty without a list
 * @param crlOverdue true if that moment is past
 * @param certificate in PEM
 */
public record TenantAuthorityView(
        String name,
        String algorithm,
        String subject,
        String digest,
        Instant notBefore,
        Instant notAfter,
        boolean expiresSoon,
        Instant addedAt,
        Optional<String> crlNumber,
        Optional<Instant> crlNextUpdate,
        boolean crlOverdue,
        String certificate) {
    public TenantAuthorityView {
        requireNonNull(name, "name");
        requireNonNull(algorithm, "algorithm");
        requireNonNull(subject, "subject");
        requireNonNull(digest, "digest");
        requireNonNull(notBefore, "notBefore");
        requireNonNull(notAfter, "notAfter");
        requireNonNull(addedAt, "addedAt");
        requireNonNull(crlNumber, "crlNumber");
        requireNonNull(crlNextUpdate, "crlNextUpdate");
        requireNonNull(certificate, "certificate");
    }
}
