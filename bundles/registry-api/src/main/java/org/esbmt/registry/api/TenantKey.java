package org.esbmt.registry.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;
import org.esbmt.tenancy.api.KeyPurpose;
import org.esbmt.tenancy.api.KeyState;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantKeyId;

/**
 * A private key of a tenant with its certificate. Moments have milliseconds.
 *
 * @param name unique among the keys of the tenant that are not revoked
 * @param chain the certificate, then those of its issuers, each in DER, one behind the other
 * @param sealed the private key; empty for a revoked key
 * @param notBefore the beginning of the certificate's validity
 * @param notAfter the end of the certificate's validity
 * @param formerUntil the end of the use of a FORMER key
 */
public record TenantKey(
        TenantKeyId id,
        TenantId tenant,
        KeyName name,
        KeyPurpose purpose,
        KeyState state,
        OpaqueBytes chain,
        Optional<SealedValue> sealed,
        Instant notBefore,
        Instant notAfter,
        Optional<Instant> formerUntil,
        Instant createdAt,
        Optional<Instant> revokedAt) {
    /** The largest number of bytes of a chain. */
    public static final int MOST_CHAIN_BYTES = 32 << 10;

    public TenantKey {
        requireNonNull(id, "id");
        requireNonNull(tenant, "tenant");
        requireNonNull(name, "name");
        requireNonNull(purpose, "purpose");
        requireNonNull(state, "state");
        requireNonNull(chain, "chain");
        requireNonNull(sealed, "sealed");
        requireNonNull(notBefore, "notBefore");
        requireNonNull(notAfter, "notAfter");
        requireNonNull(formerUntil, "formerUntil");
        requireNonNull(createdAt, "createdAt");
        requireNonNull(revokedAt, "revokedAt");
        if (chain.length() == 0 || chain.length() > MOST_CHAIN_BYTES) {
            throw new IllegalArgumentException(
                    "a certificate chain has 1 to " + MOST_CHAIN_BYTES + " bytes, but has " + chain.length());
        }
        boolean revoked = state == KeyState.REVOKED;
        if (revoked == sealed.isPresent() || revoked != revokedAt.isPresent()) {
            throw new IllegalArgumentException("a revoked key has a moment of revocation and no private key");
        }
        if ((state == KeyState.FORMER) != formerUntil.isPresent()) {
            throw new IllegalArgumentException("a former key, and no other, has an end of its use");
        }
    }

    /** The same key with another certificate. */
    public TenantKey certified(OpaqueBytes other, Instant from, Instant until) {
        return new TenantKey(
                id, tenant, name, purpose, state, other, sealed, from, until, formerUntil, createdAt, revokedAt);
    }

    /** The same key as a former one. */
    public TenantKey former(Instant until) {
        return new TenantKey(
                id,
                tenant,
                name,
                purpose,
                KeyState.FORMER,
                chain,
                sealed,
                notBefore,
                notAfter,
                Optional.of(until),
                createdAt,
                revokedAt);
    }

    /** The same key after its revocation. */
    public TenantKey revoked(Instant at) {
        return new TenantKey(
                id,
                tenant,
                name,
                purpose,
                KeyState.REVOKED,
                chain,
                Optional.empty(),
                notBefore,
                notAfter,
                Optional.empty(),
                createdAt,
                Optional.of(at));
    }

    /** The same key, sealed anew. */
    public TenantKey resealed(SealedValue other) {
        return new TenantKey(
                id,
                tenant,
                name,
                purpose,
                state,
                chain,
                Optional.of(other),
                notBefore,
                notAfter,
                formerUntil,
                createdAt,
                revokedAt);
    }
}
