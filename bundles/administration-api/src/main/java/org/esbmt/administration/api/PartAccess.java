package org.esbmt.administration.api;

import java.util.Optional;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Decides which parts of administration a user is shown: those with at least one operation that they may ask for. Each
 * request is decided anew, whatever was shown. Threads: any that may block.
 */
@ProviderType
public interface PartAccess {

    /**
     * Returns the parts that the user is shown now: none, if they may not log in. Empty while the registry is out of
     * reach.
     */
    Optional<Set<Part>> parts(Administrator by);

    /** The parts of administration. */
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
        /** Quotas and contingents. */
        QUOTAS,
        AUDIT,
        BATCHES,
        /** Notifications of state changes; {@link NewsAccess} decides which of them a user hears. */
        NEWS
    }
}
