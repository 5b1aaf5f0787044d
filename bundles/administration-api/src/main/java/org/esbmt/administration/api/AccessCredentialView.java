package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;
import org.esbmt.tenancy.api.AccessCredentialId;
import org.esbmt.tenancy.api.AccessCredentialKind;

/**
 * A token or a certificate, as administrators see it.
 *
 * @param login the owner, as of {@link Administrator#login}
 * @param name the name for people
 * @param digest the SHA-256 of a certificate's DER encoding, 64 hexadecimal digits; empty for a token
 * @param expiresAt the moment from which it is refused
 * @param revokedAt the moment of its revocation
 * @param lastUsedAt a recent use, exact to five minutes
 */
public record AccessCredentialView(
        AccessCredentialId id,
        String login,
        AccessCredentialKind kind,
        String name,
        Optional<String> digest,
        Scope scope,
        Instant createdAt,
        Instant expiresAt,
        Optional<Instant> revokedAt,
        Optional<Instant> lastUsedAt) {
    public AccessCredentialView {
        requireNonNull(id, "id");
        requireNonNull(login, "login");
        requireNonNull(kind, "kind");
        requireNonNull(name, "name");
        requireNonNull(digest, "digest");
        requireNonNull(scope, "scope");
        requireNonNull(createdAt, "createdAt");
        requireNonNull(expiresAt, "expiresAt");
        requireNonNull(revokedAt, "revokedAt");
        requireNonNull(lastUsedAt, "lastUsedAt");
    }
}
