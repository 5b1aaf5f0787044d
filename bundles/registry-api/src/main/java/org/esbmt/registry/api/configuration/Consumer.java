package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.Set;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenancy.api.quota.Grantee;
import org.esbmt.tenancy.api.quota.Resource;

/** A consumer of a tenant's resource. */
public sealed interface Consumer {
    TenantId tenant();

    UserId user();

    /** A user without need of a contingent, such as the tenant's administrator. Only the quota is checked. */
    record WithinQuota(TenantId tenant, UserId user) implements Consumer {
        public WithinQuota {
            requireNonNull(tenant, "tenant");
            requireNonNull(user, "user");
        }
    }

    /**
     * A user who needs a contingent. For a quota, it is the user's own contingent, or else the contingent of one of the
     * user's roles.
     *
     * @param roles the roles of the user
     * @param former the grantees whose contingents counted the replaced uses. Such a contingent of the user also counts
     * the new uses, even if another contingent has more room
     */
    record WithinContingent(TenantId tenant, UserId user, Set<Role> roles, Map<Resource, Set<Grantee>> former)
            implements Consumer {
        public WithinContingent {
            requireNonNull(tenant, "tenant");
            requireNonNull(user, "user");
            roles = Set.copyOf(roles);
            former = Map.copyOf(former);
        }

        /** For uses that replace no others. */
        public WithinContingent(TenantId tenant, UserId user, Set<Role> roles) {
            this(tenant, user, roles, Map.of());
        }
    }
}
