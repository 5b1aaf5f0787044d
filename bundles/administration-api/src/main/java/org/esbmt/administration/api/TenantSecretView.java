package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;
import org.esbmt.tenancy.api.SecretUse;

/**
 * A secret of a tenant, without its value.
 *
 * @param use empty for a secret from before secrets had a destination; it is sent nowhere
 * @param version from 1, one more with each change
 * @param setAt the moment of the last change
 */
public record TenantSecretView(String name, Optional<SecretUse> use, long version, Instant setAt) {
    public TenantSecretView {
        requireNonNull(name, "name");
        requireNonNull(use, "use");
        requireNonNull(setAt, "setAt");
    }
}
