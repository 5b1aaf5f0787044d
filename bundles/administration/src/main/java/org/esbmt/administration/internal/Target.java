package org.esbmt.administration.internal;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.tenancy.api.TenantId;

/**
 * What an operation is done to.
 *
 * @param tenant whose it is; empty: the installation's
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

    /** Of the chain of the audit trail that tells what was done to it. */
    TenantId chain() {
        return tenant.orElse(TenantRegistry.SYSTEM);
    }
}
