package org.esbmt.management.cluster.internal;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.HostName;
import org.esbmt.registry.api.configuration.InstanceId;

/**
 * As what this node is registered since it was started: with a new configuration it does not start, and what an administrator
 * has said of it holds on. Thread-safe.
 */
final class NodeRun {
    /** A node, where it runs. */
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

    /** The registry does not know the node any more. */
    void forget() {
        registered = Optional.empty();
    }
}
