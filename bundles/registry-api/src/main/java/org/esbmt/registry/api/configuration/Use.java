package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.esbmt.tenancy.api.quota.Resource;

/**
 * An amount of a counted resource.
 *
 * @param cluster the cluster of the use; empty: no cluster, so no quota of a cluster covers it
 * @param component the component of the use; empty: no component, so no quota of a component covers it
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
