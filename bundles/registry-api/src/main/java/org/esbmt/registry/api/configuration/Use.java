package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.esbmt.tenancy.api.quota.Resource;

/**
 * So much of a counted resource.
 *
 * @param cluster where; empty: nowhere in particular, so no quota of a cluster is asked
 * @param component of which; empty: of none, so no quota of a component is asked
 * @param amount 1 or more
 */
public record Use(Resource resource, Optional<ClusterId> cluster, Optional<ComponentName> component, long amount) {
    public Use {
        requireNonNull(resource, "resource");
        requireNonNull(cluster, "cluster");
        requireNonNull(component, "component");
        if (resource.semantics() != Resource.Semantics.COUNT) {
            throw new IllegalArgumentException(resource + " is not counted here: nodes keep its limit");
        }
        if (amount < 1) {
            throw new IllegalArgumentException("an amount is 1 or more, but is " + amount);
        }
    }

    public static Use of(Resource resource, long amount) {
        return new Use(resource, Optional.empty(), Optional.empty(), amount);
    }
}
