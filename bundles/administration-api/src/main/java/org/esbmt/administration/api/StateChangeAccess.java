package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.Set;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Selects the state changes for the notifications of an administrator: the changes of every state that the administrator
 * may read. The JMX adapter asks it before each delivery. Threads: any that may block.
 */
@ProviderType
public interface StateChangeAccess {

    /**
     * Returns the state changes that the administrator may receive now; none for a user who may not log in. Empty while
     * the registry is out of reach; notifications wait during that time.
     */
    Optional<VisibleChanges> visibleChanges(Administrator by);

    /** The kinds of objects that have states. */
    enum ObjectKind {
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
    record VisibleChanges(Optional<TenantId> tenant, Set<ObjectKind> kinds) {
        public VisibleChanges {
            requireNonNull(tenant, "tenant");
            kinds = Set.copyOf(kinds);
        }

        /** Includes no state changes. */
        public static VisibleChanges none() {
            return new VisibleChanges(Optional.empty(), Set.of());
        }

        /**
         * Tells whether a state change is included.
         *
         * @param owner the tenant of the object; empty for the installation
         */
        public boolean includes(ObjectKind kind, Optional<TenantId> owner) {
            return kinds.contains(kind) && (tenant.isEmpty() || tenant.equals(owner));
        }
    }
}
