package org.esbmt.message.security.api;

import static java.util.Objects.requireNonNull;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.esbmt.tenancy.api.KeyPurpose;

/**
 * A private key of a tenant with its certificate. {@link #toString} shows no key.
 *
 * @param name unique in the tenant
 * @param chain the certificate of the key, then those of its issuers
 * @param formerUntil the end of the use of a FORMER key; empty for a CURRENT one
 */
public record OwnKey(
        String name, KeyPurpose purpose, PrivateKey key, List<X509Certificate> chain, Optional<Instant> formerUntil) {
    public OwnKey {
        requireNonNull(name, "name");
        requireNonNull(purpose, "purpose");
        requireNonNull(key, "key");
        chain = List.copyOf(chain);
        requireNonNull(formerUntil, "formerUntil");
        if (chain.isEmpty()) {
            throw new IllegalArgumentException("a key has a certificate");
        }
    }

    /** The certificate of the key. */
    public X509Certificate certificate() {
        return chain.get(0);
    }

    /** Tells whether the key is used for something new. */
    public boolean isCurrent() {
        return formerUntil.isEmpty();
    }

    /** Tells whether the key is used at all: its certificate is valid, and the date of a FORMER key has not come. */
    public boolean isUsable(Instant now) {
        return !now.isBefore(certificate().getNotBefore().toInstant())
                && !now.isAfter(certificate().getNotAfter().toInstant())
                && formerUntil.map(now::isBefore).orElse(true);
    }

    @Override
    public String toString() {
        return "key " + name + " (" + purpose + ")";
    }
}
