package org.esbmt.tenancy.authentication.internal.token;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import org.esbmt.message.security.api.TokenIssuer;
import org.esbmt.tenancy.api.TokenSubject;

/**
 * The claims of a token whose signature is verified.
 *
 * @param issuer with whose key it was verified
 * @param notBefore the first moment of its validity, with the skew of clocks
 * @param notAfter the last moment of its validity, with the skew of clocks
 */
public record VerifiedToken(TokenIssuer issuer, TokenSubject subject, Instant notBefore, Instant notAfter) {
    public VerifiedToken {
        requireNonNull(issuer, "issuer");
        requireNonNull(subject, "subject");
        requireNonNull(notBefore, "notBefore");
        requireNonNull(notAfter, "notAfter");
    }
}
