package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.Set;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Who may hear, without asking each time, that something has another state: whoever may ask for that state. Threads: any that may
 * block.
 */
@ProviderType
public interface NewsAccess {

    /**
     * What they may hear of now: nothing, for whoever may not come in. Empty while nobody can tell, since the registry is away:
     * then they are told nothing, and what there is for them waits until it can be told.
     */
    Optional<Hearing> hearing(Administrator by);

    /** What has states. */
    enum Matter {
        OPERATION,
        TENANT,
        ASSEMBLY,
        COMPONENT,
        NODE,
        TRANSACTION
    }

    /**
     * What somebody may hear of.
     *
     * @param tenant the only one whose news they are; empty for those of all tenants and of the installation
     */
    record Hearing(Optional<TenantId> tenant, Set<Matter> matters) {
        public Hearing {
            requireNonNull(tenant, "tenant");
            matters = Set.copyOf(matters);
        }

        /** Of nothing. */
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
