package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/**
 * The state of a component that a node reported last.
 *
 * @param settings digest of the component's settings in force on the node
 */
public record ObservedComponent(
        InstanceId instance,
        ComponentId component,
        ComponentState state,
        Optional<Sha256> settings,
        Instant observedAt) {
    public ObservedComponent {
        requireNonNull(instance, "instance");
        requireNonNull(component, "component");
        requireNonNull(state, "state");
        requireNonNull(settings, "settings");
        requireNonNull(observedAt, "observedAt");
    }
}
