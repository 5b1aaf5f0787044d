package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.UserCertificateState;
import org.esbmt.tenancy.api.UserId;

/**
 * A certificate that proves messages of a user, as administrators see it.
 *
 * @param digest the SHA-256 of its DER form, which identifies it
 * @param login the login of the owner
 * @param name the name for people
 * @param subject its subject, at most 200 characters; the author of the certificate chose it
 * @param key the algorithm and size of its key
 * @param notBefore the first moment of its validity
 * @param notAfter the last moment of its validity
 * @param state its state now
 * @param revokedAt the moment of its revocation
 */
public record UserCertificateView(
        CertificateDigest digest,
        UserId user,
        String login,
        String name,
        String subject,
        String key,
        Instant notBefore,
        Instant notAfter,
        UserCertificateState state,
        Instant registeredAt,
        Optional<Instant> revokedAt) {
    public UserCertificateView {
        requireNonNull(digest, "digest");
        requireNonNull(user, "user");
        requireNonNull(login, "login");
        requireNonNull(name, "name");
        requireNonNull(subject, "subject");
        requireNonNull(key, "key");
        requireNonNull(notBefore, "notBefore");
        requireNonNull(notAfter, "notAfter");
        requireNonNull(state, "state");
        requireNonNull(registeredAt, "registeredAt");
        requireNonNull(revokedAt, "revokedAt");
    }
}
