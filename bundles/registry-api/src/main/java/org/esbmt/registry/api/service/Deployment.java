package org.esbmt.registry.api.service;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.OptionalInt;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * A deployed assembly, with its version and its desired state.
 *
 * @param former the number of the version that a rollback restores
 * @param by the user of the last change; after a rollback, not the user of the version's upload
 */
public record Deployment(
        TenantId tenant, DesiredState desired, AssemblyVersion current, OptionalInt former, UserId by, Instant at) {
    public Deployment {
        requireNonNull(tenant, "tenant");
        requireNonNull(desired, "desired");
        requireNonNull(current, "current");
        requireNonNull(former, "former");
        requireNonNull(by, "by");
        requireNonNull(at, "at");
    }

    /** The assembly's name. */
    public AssemblyName assembly() {
        return current.content().name();
    }
}
