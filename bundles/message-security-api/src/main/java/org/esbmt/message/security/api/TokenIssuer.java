package org.esbmt.message.security.api;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.esbmt.tenancy.api.TokenAlgorithm;

/**
 * An issuer whose tokens prove users of one tenant. The same issuer at another tenant is another one. While it is
 * unchanged it stays the same object.
 *
 * @param name unique in the tenant
 * @param issuer the claim {@code iss}, unique in the tenant
 * @param audience a value that the claim {@code aud} has
 * @param algorithms the allowed ones, at least one
 * @param jwkSet the keys as the administrator uploaded them (RFC 7517): public ones alone
 * @param keys the same keys, each for one of the algorithms at least
 */
public record TokenIssuer(
        String name,
        String issuer,
        String audience,
        Set<TokenAlgorithm> algorithms,
        String jwkSet,
        List<TokenKey> keys) {
    public TokenIssuer {
        requireNonNull(name, "name");
        requireNonNull(issuer, "issuer");
        requireNonNull(audience, "audience");
        algorithms = Set.copyOf(algorithms);
        requireNonNull(jwkSet, "jwkSet");
        keys = List.copyOf(keys);
    }

    /** The key of that identifier. */
    public Optional<TokenKey> key(String id) {
        return keys.stream().filter(key -> key.id().equals(id)).findFirst();
    }

    @Override
    public String toString() {
        return "issuer " + name + " with " + keys.size() + " keys";
    }
}
