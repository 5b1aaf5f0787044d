package org.esbmt.registry.api.service;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.OptionalInt;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * That an assembly is deployed, in which version, and what is wanted of it.
 *
 * @param former the number of the version that a rollback goes to
 * @param by who changed it last, which is not the upload of the version after a rollback
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
