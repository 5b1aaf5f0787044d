package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.TenantView;

/** A tenant as an open type; its getters are its items. */
public final class TenantData {
    private final TenantView tenant;

    TenantData(TenantView tenant) {
        this.tenant = requireNonNull(tenant, "tenant");
    }

    public String getTenantId() {
        return tenant.id().toString();
    }

    public String getName() {
        return tenant.name();
    }

    public String getDisplayName() {
        return tenant.displayName();
    }

    public String getState() {
        return tenant.state().name();
    }

    /** ISO 8601, UTC. */
    public String getCreatedAt() {
        return tenant.createdAt().toString();
    }

    public long getRevision() {
        return tenant.revision();
    }
}
