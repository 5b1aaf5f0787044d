package org.esbmt.registry.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TokenSubject;
import org.esbmt.tenancy.api.UserId;

/**
 * A subject of tokens that proves messages of a user.
 *
 * @param addedBy the administrator
 * @param addedAt milliseconds
 */
public record UserSubject(TenantId tenant, UserId owner, TokenSubject subject, UserId addedBy, Instant addedAt) {
    public UserSubject {
        requireNonNull(tenant, "tenant");
        requireNonNull(owner, "owner");
        requireNonNull(subject, "subject");
        requireNonNull(addedBy, "addedBy");
        requireNonNull(addedAt, "addedAt");
    }
}
