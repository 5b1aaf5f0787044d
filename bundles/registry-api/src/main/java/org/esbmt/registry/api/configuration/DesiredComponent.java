package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

/** The state of a component on a cluster that administrators want. */
public record DesiredComponent(ClusterId cluster, ComponentId component, ComponentState state) {
    public DesiredComponent {
        requireNonNull(cluster, "cluster");
        requireNonNull(component, "component");
        requireNonNull(state, "state");
    }
}
