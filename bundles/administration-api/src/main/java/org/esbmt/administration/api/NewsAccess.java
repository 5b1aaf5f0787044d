package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.Set;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Decides which state changes an administrator is notified of: those of every state that the administrator may read.
 * Threads: any that may block.
 */
@ProviderType
public interface NewsAccess {

    /**
     * Returns the state changes that the administrator may receive now; none, if they may not log in. Empty while the
     * registry is out of reach; notifications wait during that time.
     */
    Optional<Hearing> hearing(Administrator by);

    /** The kinds of objects that have states. */
    enum Matter {
        OPERATION,
        TENANT,
        ASSEMBLY,
        COMPONENT,
        NODE,
        TRANSACTION
    }

    /**
     * The state changes that an administrator may receive.
     *
     * @param tenant the only tenant with changes for the administrator; empty for all tenants and the installation
     */
    record Hearing(Optional<TenantId> tenant, Set<Matter> matters) {
        public Hearing {
            requireNonNull(tenant, "tenant");
            matters = Set.copyOf(matters);
        }

        /** Includes no state changes. */
        public static Hearing none() {
            return new Hearing(Optional.empty(), Set.of());
        }

        /**
         * Tells whether a state change is included.
         *
         * @param whose the tenant of the object; empty for the installation
         */
        public boolean includes(Matter matter, Optional<TenantId> whose) {
            return matters.contains(matter) && (tenant.isEmpty() || tenant.equals(whose));
        }
    }
}
