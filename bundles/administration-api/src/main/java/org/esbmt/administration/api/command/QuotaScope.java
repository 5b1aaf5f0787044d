package org.esbmt.administration.api.command;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.UUID;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.quota.Resource;

/**
 * The identity of a quota without its tenant.
 *
 * @param cluster the one cluster of the quota; empty for all clusters together
 * @param component the one component of the quota; empty for all components together
 */
public record QuotaScope(Resource resource, Optional<UUID> cluster, Optional<String> component) {
    public QuotaScope {
        requireNonNull(resource, "resource");
        requireNonNull(cluster, "cluster");
        requireNonNull(component, "component");
    }

    /** The scope of the whole bus. */
    public static QuotaScope of(Resource resource) {
        return new QuotaScope(resource, Optional.empty(), Optional.empty());
    }

    public static QuotaScope of(QuotaId quota) {
        return new QuotaScope(quota.resource(), quota.cluster(), quota.component());
    }

    public QuotaId of(TenantId tenant) {
        return new QuotaId(tenant, resource, cluster, component);
    }
}
