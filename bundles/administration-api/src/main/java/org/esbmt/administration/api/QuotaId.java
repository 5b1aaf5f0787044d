package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.UUID;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.quota.Resource;

/**
 * The subject of a quota: a resource of a tenant.
 *
 * @param cluster the one cluster of the quota; empty for all clusters together
 * @param component the one component of the quota; empty for all components together
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
