package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/** What a node last said of a component. */
public record ObservedComponent(InstanceId instance, ComponentId component, ComponentState state, Instant observedAt) {
    public ObservedComponent {
        requireNonNull(instance, "instance");
        requireNonNull(component, "component");
        requireNonNull(state, "state");
        requireNonNull(observedAt, "observedAt");
    }
}
