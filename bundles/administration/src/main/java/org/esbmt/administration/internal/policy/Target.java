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
public record Target(Optional<TenantId> tenant, String name) {
    public Target {
        requireNonNull(tenant, "tenant");
        requireNonNull(name, "name");
    }

    public static Target installation(String name) {
        return new Target(Optional.empty(), name);
    }

    public static Target of(TenantId tenant) {
        return of(tenant, "tenant " + requireNonNull(tenant, "tenant"));
    }

    public static Target of(TenantId tenant, String name) {
        return new Target(Optional.of(requireNonNull(tenant, "tenant")), name);
    }

    /** The chain of the audit trail that records the changes of the target. */
    public TenantId chain() {
        return tenant.orElse(TenantRegistry.SYSTEM);
    }
}
