package org.esbmt.management.api.message;

import static java.util.Objects.requireNonNull;

import org.esbmt.tenancy.api.TenantId;

/**
 * A tenant as a whole. Who it is, whether it may send, and how its users log in are not told by messages: each node follows
 * the tenant registry's own log of changes.
 */
public record TenantCommand(TenantId tenant, Action action) implements ManagementCommand {
    public TenantCommand {
        requireNonNull(tenant, "tenant");
        requireNonNull(action, "action");
    }

    public enum Action {
        /** Nothing of the tenant is left on the node. */
        PURGE
    }
}
