package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * A secret of a tenant, without its value.
 *
 * @param version from 1, one more with each change
 * @param setAt the moment of the last change
 */
public record TenantSecretView(String name, long version, Instant setAt) {
    public TenantSecretView {
        requireNonNull(name, "name");
        requireNonNull(setAt, "setAt");
    }
}
