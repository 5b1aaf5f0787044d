package org.esbmt.management.api.message;

import static java.util.Objects.requireNonNull;

import org.esbmt.tenancy.api.TenantId;

/**
 * A command for a tenant as a whole. Its name, its right to send, and the logins of its users are not part of messages.
 * Each node follows the tenant registry's own log of changes for them.
 */
public record TenantManagementCommand(TenantId tenant, Action action) implements ManagementCommand {
    public TenantManagementCommand {
        requireNonNull(tenant, "tenant");
        requireNonNull(action, "action");
    }

    public enum Action {
        /** Removes everything of the tenant from the node. */
        PURGE
    }
}
