package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import java.util.Set;
import org.esbmt.registry.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** Who uses a resource of a tenant. */
public sealed interface Consumer {
    TenantId tenant();

    UserId user();

    /** Who needs no contingent, such as the tenant's administrator: the quota alone is asked. */
    record WithinQuota(TenantId tenant, UserId user) implements Consumer {
        public WithinQuota {
            requireNonNull(tenant, "tenant");
            requireNonNull(user, "user");
        }
    }

    /**
     * Who needs a contingent: their own, or where they have none of a quota, that of one of their roles.
     *
     * @param roles that the user has
     */
    record WithinContingent(TenantId tenant, UserId user, Set<Role> roles) implements Consumer {
        public WithinContingent {
            requireNonNull(tenant, "tenant");
            requireNonNull(user, "user");
            roles = Set.copyOf(roles);
        }
    }
}
