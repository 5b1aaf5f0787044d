package org.esbmt.management.api.message;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.esbmt.tenancy.api.TenantId;

/**
 * Who asked for a change. For logs and audits; nodes decide nothing by it.
 *
 * @param tenant whose administrator it was; empty for one of the installation
 * @param login 1 to {@value Checks#MAX_NAME} characters, none of control
 */
public record Actor(Optional<TenantId> tenant, String login) {
    public Actor {
        requireNonNull(tenant, "tenant");
        Checks.name("login", login);
    }
}
