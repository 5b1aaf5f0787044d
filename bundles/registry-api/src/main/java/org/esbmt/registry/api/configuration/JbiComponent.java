package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/** One version of a component, which never changes. */
public record JbiComponent(ComponentId id, NewComponent definition, Instant definedAt) {
    public JbiComponent {
        requireNonNull(id, "id");
        requireNonNull(definition, "definition");
        requireNonNull(definedAt, "definedAt");
    }
}
