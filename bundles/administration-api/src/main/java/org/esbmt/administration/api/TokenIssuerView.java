package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Set;
import org.esbmt.tenancy.api.TokenAlgorithm;

/**
 * An issuer of tokens of a tenant.
 *
 * @param issuer the claim {@code iss}
 * @param audience a value that the claim {@code aud} has
 * @param jwkSet the public keys (RFC 7517)
 * @param version from 1, one more with each change
 * @param setAt the moment of the last change
 */
public record TokenIssuerView(
        String name,
        String issuer,
        String audience,
        Set<TokenAlgorithm> algorithms,
        String jwkSet,
        long version,
        Instant setAt) {
    public TokenIssuerView {
        requireNonNull(name, "name");
        requireNonNull(issuer, "issuer");
        requireNonNull(audience, "audience");
        algorithms = Set.copyOf(algorithms);
        requireNonNull(jwkSet, "jwkSet");
        requireNonNull(setAt, "setAt");
    }
}
