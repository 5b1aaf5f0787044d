package org.esbmt.management.cluster.internal;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.HostName;
import org.esbmt.registry.api.configuration.InstanceId;

/**
 * The registration of this node since its start. A new configuration is no start, so the state that an administrator
 * has set stays. Thread-safe.
 */
final class NodeRun {
    /** A node and its host. */
    record Registered(ClusterId cluster, InstanceId instance, HostName host) {
        Registered {
            requireNonNull(cluster, "cluster");
            requireNonNull(instance, "instance");
            requireNonNull(host, "host");
        }

        boolean isNode(Registered other) {
            return cluster.equals(other.cluster) && instance.equals(other.instance);
        }
    }

    private volatile Optional<Registered> registered = Optional.empty();

    Optional<Registered> registered() {
        return registered;
    }

    void registered(Registered now) {
        registered = Optional.of(now);
    }

    /** Forgets the registration, because the registry does not know the node any more. */
    void forget() {
        registered = Optional.empty();
    }
}
