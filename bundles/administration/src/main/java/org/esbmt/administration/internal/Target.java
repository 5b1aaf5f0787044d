package org.esbmt.administration.internal;

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
record Target(Optional<TenantId> tenant, String name) {
    Target {
        requireNonNull(tenant, "tenant");
        requireNonNull(name, "name");
    }

    static Target installation(String name) {
        return new Target(Optional.empty(), name);
    }

    static Target of(TenantId tenant) {
        return of(tenant, "tenant " + requireNonNull(tenant, "tenant"));
    }

    static Target of(TenantId tenant, String name) {
        return new Target(Optional.of(requireNonNull(tenant, "tenant")), name);
    }

    /** The chain of the audit trail that records the changes of the target. */
    TenantId chain() {
        return tenant.orElse(TenantRegistry.SYSTEM);
    }
}
