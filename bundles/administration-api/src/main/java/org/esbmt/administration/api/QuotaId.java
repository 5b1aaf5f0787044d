package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.UUID;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.quota.Resource;

/**
 * The subject of a quota: a resource of a tenant.
 *
 * @param cluster on that one only; empty: on all of them together
 * @param component of that one only; empty: of all of them together
 */
public record QuotaId(TenantId tenant, Resource resource, Optional<UUID> cluster, Optional<String> component) {
    public QuotaId {
        requireNonNull(tenant, "tenant");
        requireNonNull(resource, "resource");
        requireNonNull(cluster, "cluster");
        requireNonNull(component, "component");
    }

    /** A quota for the whole bus. */
    public static QuotaId of(TenantId tenant, Resource resource) {
        return new QuotaId(tenant, resource, Optional.empty(), Optional.empty());
    }
}
