package org.esbmt.management.api.message;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.esbmt.tenancy.api.TenantId;

/**
 * The user who requested a change. It is for logs and audits; nodes base no decision on it.
 *
 * @param tenant the tenant of the administrator; empty for an administrator of the installation
 * @param login 1 to {@value Checks#MAX_NAME} characters, no control characters
 */
public record Actor(Optional<TenantId> tenant, String login) {
    public Actor {
        requireNonNull(tenant, "tenant");
        Checks.name("login", login);
    }
}
