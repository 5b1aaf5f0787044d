package org.esbmt.http.bc.internal.soap;

import static java.util.Objects.requireNonNull;

import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** The values of a TenantContext without a password: a claim that a signature must prove. */
public record SenderNames(TenantId tenant, UserId user) {
    public SenderNames {
        requireNonNull(tenant, "tenant");
        requireNonNull(user, "user");
    }
}
