package org.esbmt.tenancy.authentication.internal.token;

import static java.util.Objects.requireNonNull;

import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Optional;
import org.esbmt.message.security.api.TokenIssuer;
import org.esbmt.tenancy.api.TokenSubject;

/**
 * The claims of a token or an assertion whose signature is verified.
 *
 * @param issuer with whose key it was verified
 * @param notBefore the first moment of its validity, with the skew of clocks
 * @param notAfter the last moment of its validity, with the skew of clocks
 * @param holder the certificate whose key the sender must have; empty if the bearer is taken for the subject
 */
public record VerifiedToken(
        TokenIssuer issuer,
        TokenSubject subject,
        Instant notBefore,
        Instant notAfter,
        Optional<X509Certificate> holder) {
    public VerifiedToken {
        requireNonNull(issuer, "issuer");
        requireNonNull(subject, "subject");
        requireNonNull(notBefore, "notBefore");
        requireNonNull(notAfter, "notAfter");
        requireNonNull(holder, "holder");
    }
}
