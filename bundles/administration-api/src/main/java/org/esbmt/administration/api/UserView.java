package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * A user of a tenant, as administrators see it.
 *
 * @param login unique in the tenant: 1 to 128 printable characters without spaces or {@code /}
 * @param defaultAdministrator whether this is the tenant's default administrator
 */
public record UserView(
        TenantId tenant,
        UserId id,
        String login,
        State state,
        boolean defaultAdministrator,
        Instant createdAt,
        long revision) {
    public UserView {
        requireNonNull(tenant, "tenant");
        requireNonNull(id, "id");
        requireNonNull(login, "login");
        requireNonNull(state, "state");
        requireNonNull(createdAt, "createdAt");
    }

    /** Only an active user's messages are taken. */
    public enum State {
        ACTIVE,
        LOCKED,
        REVOKED
    }
}
