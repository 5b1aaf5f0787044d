package org.esbmt.tenancy.api;

import static java.util.Objects.requireNonNull;

/**
 * A bearer token (RFC 6750) of an issuer that the tenant has registered, as read from the message: not yet verified. Its
 * holder is taken for its user, so it is a secret.
 *
 * @param token a JSON Web Token in its compact form
 */
public record TokenProof(TenantId tenant, String token) implements SenderProof {

    public TokenProof {
        requireNonNull(tenant, "tenant");
        requireNonNull(token, "token");
    }

    /** Never shows the token. */
    @Override
    public String toString() {
        return tenant + "/token";
    }
}
