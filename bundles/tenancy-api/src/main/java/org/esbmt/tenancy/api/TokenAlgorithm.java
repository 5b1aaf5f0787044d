package org.esbmt.tenancy.api;

import java.util.Arrays;

/**
 * The signature algorithms of tokens that a tenant may allow an issuer, by the value of {@code alg} in the header of a
 * token (RFC 7518, section 3.1, and RFC 8037). Symmetric ones and {@code none} are not among them.
 */
public enum TokenAlgorithm {
    RS256,
    RS384,
    RS512,
    PS256,
    PS384,
    PS512,
    ES256,
    ES384,
    /** On Ed25519 alone. */
    EdDSA;

    /**
     * The algorithm of that value of {@code alg}; its case counts.
     *
     * @throws IllegalArgumentException if it is none of these; the message lists them
     */
    public static TokenAlgorithm of(String header) {
        for (TokenAlgorithm algorithm : values()) {
            if (algorithm.name().equals(header)) {
                return algorithm;
            }
        }
        throw new IllegalArgumentException("a token's algorithm is one of " + Arrays.toString(values()));
    }
}
