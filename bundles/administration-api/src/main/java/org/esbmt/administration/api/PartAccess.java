package org.esbmt.administration.api;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Selects the parts of administration that a user sees: those with at least one operation that the user may perform. A
 * visible part permits no operation: each request is checked again. Threads: any that may block.
 */
@ProviderType
public interface PartAccess {

    /**
     * Returns the parts that the user sees now; none for a user who may not log in. Empty while the registry is out of
     * reach.
     */
    Optional<Set<Part>> parts(Administrator by);

    /** The parts of administration. */
    enum Part {
        /** Tenants and their assemblies, and each user's own identity and password. */
        TENANTS,
        USERS,
        SYSTEM_USERS,
        SERVICES,
        /** Nodes, and the outcomes of operations on them. */
        CLUSTER,
        COMPONENTS,
        LINKS,
        TRANSACTIONS,
        /** Quotas and contingents. */
        QUOTAS,
        /** The messages of tenants, counted on this node. */
        TRAFFIC,
        AUDIT,
        BATCHES,
        /** Notifications of state changes; {@link StateChangeAccess} selects those of a user. */
        NOTIFICATIONS;

        /** The part of that name, in upper or lower case. The exception for an unknown name lists the known ones. */
        public static Part of(String name) {
            for (Part part : values()) {
                if (part.name().equalsIgnoreCase(name)) {
                    return part;
                }
            }
            throw new IllegalArgumentException(
                    "a part of administration is one of " + Arrays.toString(values()) + ", not '" + name + "'");
        }
    }
}
