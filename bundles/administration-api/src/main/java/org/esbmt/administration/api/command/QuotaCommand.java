package org.esbmt.administration.api.command;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.QuotaId;
import org.esbmt.administration.api.QuotaView;
import org.esbmt.tenancy.api.quota.Limit;

/**
 * Changes of the quotas of tenants. A tenant without a quota of a counted resource uses nothing of it. The expected revision is
 * {@link QuotaView#revision}.
 */
public sealed interface QuotaCommand<R> extends BatchableCommand<R> {
    /**
     * Grants a quota; the tenant's present use counts in it. CONFLICT if it was granted before, if the tenant already
     * uses more, or if the tenant is purged. NOT_FOUND without such a tenant, cluster or component. INVALID for a burst
     * of a resource that is not counted per second.
     */
    record GrantQuota(TenantRef tenant, QuotaScope scope, Limit limit) implements QuotaCommand<QuotaView> {
        public GrantQuota {
            requireNonNull(tenant, "tenant");
            requireNonNull(scope, "scope");
            requireNonNull(limit, "limit");
        }

        public GrantQuota(QuotaId quota, Limit limit) {
            this(TenantRef.of(quota.tenant()), QuotaScope.of(quota), limit);
        }

        @Override
        public boolean hasRevision() {
            return false;
        }
    }

    /**
     * Changes a quota as a whole: an absent limit ends. NOT_FOUND if it was not granted; CONFLICT below its use or the
     * sum of its contingents.
     */
    record ChangeQuota(TenantRef tenant, QuotaScope scope, Limit limit) implements QuotaCommand<QuotaView> {
        public ChangeQuota {
            requireNonNull(tenant, "tenant");
            requireNonNull(scope, "scope");
            requireNonNull(limit, "limit");
        }

        public ChangeQuota(QuotaId quota, Limit limit) {
            this(TenantRef.of(quota.tenant()), QuotaScope.of(quota), limit);
        }
    }

    /** Grants or changes a quota of the whole bus, as a whole. */
    record SetQuota(TenantRef tenant, QuotaScope scope, Limit limit) implements QuotaCommand<Done> {
        public SetQuota {
            requireNonNull(tenant, "tenant");
            requireNonNull(scope, "scope");
            requireNonNull(limit, "limit");
        }
    }

    /** Revokes a quota. NOT_FOUND if it was not granted; CONFLICT if it is used, or has contingents. */
    record RevokeQuota(TenantRef tenant, QuotaScope scope) implements QuotaCommand<Done> {
        public RevokeQuota {
            requireNonNull(tenant, "tenant");
            requireNonNull(scope, "scope");
        }

        public RevokeQuota(QuotaId quota) {
            this(TenantRef.of(quota.tenant()), QuotaScope.of(quota));
        }
    }
}
