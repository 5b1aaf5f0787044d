package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

/** What administrators want of a component on a cluster. */
public record DesiredComponent(ClusterId cluster, ComponentId component, ComponentState state) {
    public DesiredComponent {
        requireNonNull(cluster, "cluster");
        requireNonNull(component, "component");
        requireNonNull(state, "state");
    }
}
