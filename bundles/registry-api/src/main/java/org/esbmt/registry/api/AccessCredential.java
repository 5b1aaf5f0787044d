package org.esbmt.registry.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.esbmt.tenancy.api.AccessCredentialId;
import org.esbmt.tenancy.api.AccessCredentialKind;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * A token or a certificate of a user. All but the end and the last use is fixed. Moments have milliseconds.
 *
 * @param tenant the owner's tenant; {@link TenantRegistry#SYSTEM} for a user of the installation
 * @param name for people: 1 to {@value #MAX_NAME} printable characters, no space at either end
 * @param changes true if the scope includes changes
 * @param parts the names of the parts of administration in the scope. A reader ignores names that it does not know
 * @param expiresAt the moment from which it is refused
 * @param revokedAt the moment of its revocation
 * @param lastUsedAt a recent use; exact to some minutes
 */
public record AccessCredential(
        AccessCredentialId id,
        TenantId tenant,
        UserId owner,
        AccessCredentialKind kind,
        String name,
        CredentialDigest digest,
        boolean changes,
        SortedSet<String> parts,
        Instant createdAt,
        Instant expiresAt,
        Optional<Instant> revokedAt,
        Optional<Instant> lastUsedAt) {
    /** The largest number of characters. */
    public static final int MAX_NAME = 100;

    public AccessCredential {
        requireNonNull(id, "id");
        requireNonNull(tenant, "tenant");
        requireNonNull(owner, "owner");
        requireNonNull(kind, "kind");
        requireNonNull(digest, "digest");
        requireNonNull(createdAt, "createdAt");
        requireNonNull(expiresAt, "expiresAt");
        requireNonNull(revokedAt, "revokedAt");
        requireNonNull(lastUsedAt, "lastUsedAt");
        parts = Collections.unmodifiableSortedSet(new TreeSet<>(parts));
        if (name.isEmpty()
                || name.length() > MAX_NAME
                || name.startsWith(" ")
                || name.endsWith(" ")
                || !name.codePoints().allMatch(c -> c == ' ' || Printable.visible(c))) {
            throw new IllegalArgumentException("a token's or certificate's name is 1 to " + MAX_NAME
                    + " printable characters without a space at either end, but is " + Printable.shown(name));
        }
    }

    /** Tells whether it is neither revoked nor expired. */
    public boolean isOpen(Instant now) {
        return revokedAt.isEmpty() && now.isBefore(expiresAt);
    }

    /** The same credential after its revocation. */
    public AccessCredential revoked(Instant at) {
        return new AccessCredential(
                id,
                tenant,
                owner,
                kind,
                name,
                digest,
                changes,
                parts,
                createdAt,
                expiresAt,
                Optional.of(at),
                lastUsedAt);
    }

    /** The same credential after a use. */
    public AccessCredential used(Instant at) {
        return new AccessCredential(
                id,
                tenant,
                owner,
                kind,
                name,
                digest,
                changes,
                parts,
                createdAt,
                expiresAt,
                revokedAt,
                Optional.of(at));
    }
}
