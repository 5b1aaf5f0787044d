package org.esbmt.message.security.api;

import static java.util.Objects.requireNonNull;

import java.security.PublicKey;
import java.util.Optional;
import org.esbmt.tenancy.api.TokenAlgorithm;

/**
 * A key by which an issuer signs tokens.
 *
 * @param id the value of {@code kid} in the header of a token; unique with the issuer
 * @param algorithm the only algorithm of the key, if the issuer names one
 * @param key an {@code RSAPublicKey} of 2048 bits or more, an {@code ECPublicKey} on P-256 or P-384, or an {@code
 * EdECPublicKey} on Ed25519
 */
public record TokenKey(String id, Optional<TokenAlgorithm> algorithm, PublicKey key) {
    public TokenKey {
        requireNonNull(id, "id");
        requireNonNull(algorithm, "algorithm");
        requireNonNull(key, "key");
    }

    @Override
    public String toString() {
        return "key " + id;
    }
}
