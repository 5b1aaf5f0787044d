package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.quota.Resource;

/**
 * The subject of a quota.
 *
 * @param cluster empty: on all clusters together
 * @param component empty: of all components together
 */
public record QuotaKey(
        TenantId tenant, Resource resource, Optional<ClusterId> cluster, Optional<ComponentName> component) {
    public QuotaKey {
        requireNonNull(tenant, "tenant");
        requireNonNull(resource, "resource");
        requireNonNull(cluster, "cluster");
        requireNonNull(component, "component");
    }

    public static QuotaKey of(TenantId tenant, Resource resource) {
        return new QuotaKey(tenant, resource, Optional.empty(), Optional.empty());
    }

    public QuotaKey on(ClusterId of) {
        return new QuotaKey(tenant, resource, Optional.of(of), component);
    }

    public QuotaKey of(ComponentName of) {
        return new QuotaKey(tenant, resource, cluster, Optional.of(of));
    }

    /** True if a use counts in this quota. */
    public boolean covers(TenantId user, Use use) {
        return tenant.equals(user)
                && resource == use.resource()
                && (cluster.isEmpty() || cluster.equals(use.cluster()))
                && (component.isEmpty() || component.equals(use.component()));
    }
}
