package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/**
 * What a node last said of a component.
 *
 * @param settings digest of what was decided about its settings and is in force there
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
