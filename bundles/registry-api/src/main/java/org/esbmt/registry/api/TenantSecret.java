package org.esbmt.registry.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;
import org.esbmt.tenancy.api.SecretUse;
import org.esbmt.tenancy.api.TenantId;

/**
 * A secret of a tenant, such as the password at a back end.
 *
 * @param name unique in the tenant
 * @param use empty for a secret from before secrets had one; it is sent nowhere
 * @param setAt the moment of the last change; milliseconds
 */
public record TenantSecret(TenantId tenant, KeyName name, Optional<SecretUse> use, SealedValue sealed, Instant setAt) {
    public TenantSecret {
        requireNonNull(tenant, "tenant");
        requireNonNull(name, "name");
        requireNonNull(use, "use");
        requireNonNull(sealed, "sealed");
        requireNonNull(setAt, "setAt");
    }

    /** The same secret, sealed anew. */
    public TenantSecret resealed(SealedValue other) {
        return new TenantSecret(tenant, name, use, other, setAt);
    }
}
