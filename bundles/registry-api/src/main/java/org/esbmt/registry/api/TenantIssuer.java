package org.esbmt.registry.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Set;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TokenAlgorithm;
import org.esbmt.tenancy.api.TokenSubject;

/**
 * An issuer of tokens whom a tenant trusts to name its users.
 *
 * @param name unique in the tenant
 * @param issuer the claim {@code iss}, unique in the tenant
 * @param audience a value that the claim {@code aud} has
 * @param algorithms the allowed ones, at least one
 * @param jwkSet the public keys (RFC 7517)
 * @param setAt the moment of the last change; milliseconds
 */
public record TenantIssuer(
        TenantId tenant,
        KeyName name,
        String issuer,
        String audience,
        Set<TokenAlgorithm> algorithms,
        String jwkSet,
        Instant setAt) {
    /** The largest number of characters of the keys. */
    public static final int MOST_JWK_SET = 32 << 10;

    public TenantIssuer {
        requireNonNull(tenant, "tenant");
        requireNonNull(name, "name");
        TokenSubject.checkIssuer(issuer);
        TokenSubject.checkIssuer(audience);
        algorithms = Set.copyOf(algorithms);
        requireNonNull(jwkSet, "jwkSet");
        requireNonNull(setAt, "setAt");
        if (algorithms.isEmpty()) {
            throw new IllegalArgumentException("an issuer has one algorithm at least");
        }
        if (jwkSet.isEmpty() || jwkSet.length() > MOST_JWK_SET) {
            throw new IllegalArgumentException("a JWK set has 1 to " + MOST_JWK_SET + " characters");
        }
    }

    /** The same issuer with other keys. */
    public TenantIssuer withKeys(String other, Instant at) {
        return new TenantIssuer(tenant, name, issuer, audience, algorithms, other, at);
    }
}
