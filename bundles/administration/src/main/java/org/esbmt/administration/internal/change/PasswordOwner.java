package org.esbmt.administration.internal.change;

import static java.util.Objects.requireNonNull;

import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** A user whose password a change sets. */
public record PasswordOwner(TenantId tenant, UserId user) {
    public PasswordOwner {
        requireNonNull(tenant, "tenant");
        requireNonNull(user, "user");
    }
}
