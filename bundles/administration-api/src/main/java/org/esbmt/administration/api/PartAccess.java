package org.esbmt.administration.api;

import java.util.Optional;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Which parts of administration somebody is shown: those of which they may ask for anything at all. What they may ask for is
 * decided with each request, whatever was shown. Threads: any that may block.
 */
@ProviderType
public interface PartAccess {

    /**
     * What they are shown now: nothing, for whoever may not come in. Empty while nobody can tell, since the registry is away.
     */
    Optional<Set<Part>> parts(Administrator by);

    /** What belongs together in administration. */
    enum Part {
        /** Tenants and their assemblies, and what everybody may ask: who they are, their own password. */
        TENANTS,
        USERS,
        SYSTEM_USERS,
        SERVICES,
        /** Nodes, and what became of operations on them. */
        CLUSTER,
        COMPONENTS,
        LINKS,
        TRANSACTIONS,
        /** And contingents. */
        QUOTAS,
        AUDIT,
        BATCHES,
        /** What has another state; {@link NewsAccess} says of what somebody hears. */
        NEWS
    }
}
