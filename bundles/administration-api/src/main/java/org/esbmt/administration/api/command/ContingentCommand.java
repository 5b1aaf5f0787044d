package org.esbmt.administration.api.command;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.ContingentView;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.tenancy.api.quota.Grantee;

/**
 * Changes of contingents: the parts of its quotas that a tenant's administrator grants to its other users. The sum of the contingents of
 * a quota never exceeds the quota. The expected revision is {@link ContingentView#revision}.
 */
public sealed interface ContingentCommand<R> extends BatchableCommand<R> {
    /**
     * Grants a contingent, unused so far. EXCEEDED if the sum of the contingents would exceed the quota. CONFLICT if the grantee has a
     * contingent of this quota. NOT_FOUND without such a quota or user. INVALID for the role of the tenant's administrators, who need no
     * contingent.
     *
     * @param amount in the unit of the resource, 0 or more
     */
    record GrantContingent(TenantRef tenant, QuotaScope scope, GranteeRef grantee, long amount)
            implements ContingentCommand<ContingentView> {
        public GrantContingent {
            requireNonNull(tenant, "tenant");
            requireNonNull(scope, "scope");
            requireNonNull(grantee, "grantee");
        }

        public GrantContingent(QuotaId quota, Grantee grantee, long amount) {
            this(TenantRef.of(quota.tenant()), QuotaScope.of(quota), GranteeRef.of(grantee), amount);
        }

        @Override
        public boolean hasRevision() {
            return false;
        }
    }

    /**
     * Changes a contingent. NOT_FOUND if it was not granted; EXCEEDED if the sum of the contingents would exceed the
     * quota; CONFLICT below its use.
     */
    record ChangeContingent(TenantRef tenant, QuotaScope scope, GranteeRef grantee, long amount)
            implements ContingentCommand<ContingentView> {
        public ChangeContingent {
            requireNonNull(tenant, "tenant");
            requireNonNull(scope, "scope");
            requireNonNull(grantee, "grantee");
        }

        public ChangeContingent(QuotaId quota, Grantee grantee, long amount) {
            this(TenantRef.of(quota.tenant()), QuotaScope.of(quota), GranteeRef.of(grantee), amount);
        }
    }

    /** Grants or changes a contingent of a quota of the whole bus. */
    record SetContingent(TenantRef tenant, QuotaScope scope, GranteeRef grantee, long amount)
            implements ContingentCommand<ContingentView> {
        public SetContingent {
            requireNonNull(tenant, "tenant");
            requireNonNull(scope, "scope");
            requireNonNull(grantee, "grantee");
            if (amount < 0) {
                throw new IllegalArgumentException("a contingent is 0 or more, not " + amount);
            }
        }
    }

    /** Revokes a contingent. NOT_FOUND if it was not granted; CONFLICT if it is used. */
    record RevokeContingent(TenantRef tenant, QuotaScope scope, GranteeRef grantee) implements ContingentCommand<Done> {
        public RevokeContingent {
            requireNonNull(tenant, "tenant");
            requireNonNull(scope, "scope");
            requireNonNull(grantee, "grantee");
        }

        public RevokeContingent(QuotaId quota, Grantee grantee) {
            this(TenantRef.of(quota.tenant()), QuotaScope.of(quota), GranteeRef.of(grantee));
        }
    }
}
