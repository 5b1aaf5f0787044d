package org.esbmt.http.bc.internal.backend;

import static java.util.Objects.requireNonNull;

import java.security.cert.X509Certificate;
import java.util.Optional;
import org.esbmt.message.security.api.OwnKey;

/**
 * A tenant's own part in the TLS of a back end; one of the two at least is there.
 *
 * @param key the key whose certificate is presented; without it no certificate is, not that of the bus either
 * @param authority verifies the certificate of the back end; without it the trust store of the bus does
 */
public record TenantTls(Optional<OwnKey> key, Optional<X509Certificate> authority) {
    public TenantTls {
        requireNonNull(key, "key");
        requireNonNull(authority, "authority");
    }

    /** Tells whether connections under the other one are good for this one. */
    boolean isSame(TenantTls other) {
        return authority.equals(other.authority)
                && key.isPresent() == other.key.isPresent()
                && (key.isEmpty() || isSame(key.get(), other.key.get()));
    }

    private static boolean isSame(OwnKey one, OwnKey other) {
        return one.key().equals(other.key()) && one.chain().equals(other.chain());
    }
}
