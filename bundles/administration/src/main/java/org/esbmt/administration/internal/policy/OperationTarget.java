package org.esbmt.administration.internal.policy;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.tenancy.api.TenantId;

/**
 * The target of an operation.
 *
 * @param tenant the owner; empty: the installation
 * @param name for the audit; never a secret
 */
public record OperationTarget(Optional<TenantId> tenant, String name) {
    public OperationTarget {
        requireNonNull(tenant, "tenant");
        requireNonNull(name, "name");
    }

    public static OperationTarget installation(String name) {
        return new OperationTarget(Optional.empty(), name);
    }

    public static OperationTarget of(TenantId tenant) {
        return of(tenant, "tenant " + requireNonNull(tenant, "tenant"));
    }

    public static OperationTarget of(TenantId tenant, String name) {
        return new OperationTarget(Optional.of(requireNonNull(tenant, "tenant")), name);
    }

    /** The chain of the audit trail that records the changes of the target. */
    public TenantId chain() {
        return tenant.orElse(TenantRegistry.SYSTEM);
    }
}
