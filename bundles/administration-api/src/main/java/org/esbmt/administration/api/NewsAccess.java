package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.Set;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Decides which state changes an administrator may be notified of: those of every state that they may ask for. Threads:
 * any that may block.
 */
@ProviderType
public interface NewsAccess {

    /**
     * Returns the state changes that the administrator may hear of now: none, if they may not log in. Empty while the
     * registry is out of reach: notifications then wait until it can be told.
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
     * The state changes that an administrator may hear of.
     *
     * @param tenant the only one whose news they are; empty for those of all tenants and of the installation
     */
    record Hearing(Optional<TenantId> tenant, Set<Matter> matters) {
        public Hearing {
            requireNonNull(tenant, "tenant");
            matters = Set.copyOf(matters);
        }

        /** Hears of nothing. */
        public static Hearing none() {
            return new Hearing(Optional.empty(), Set.of());
        }

        /**
         * Whether they may hear of it.
         *
         * @param whose empty for what is the installation's
         */
        public boolean includes(Matter matter, Optional<TenantId> whose) {
            return matters.contains(matter) && (tenant.isEmpty() || tenant.equals(whose));
        }
    }
}
