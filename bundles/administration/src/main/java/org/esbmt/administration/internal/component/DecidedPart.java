package org.esbmt.administration.internal.component;

import static java.util.Objects.requireNonNull;

import java.util.UUID;
import org.esbmt.registry.api.configuration.ComponentId;
import org.esbmt.registry.api.configuration.ComponentState;

/**
 * A decision about a component or a shared library.
 *
 * @param revision the revision after the decision
 * @param before the desired state before the decision
 */
record DecidedPart(ComponentId component, String name, boolean library, long revision, ComponentState before) {
    DecidedPart {
        requireNonNull(component, "component");
        requireNonNull(name, "name");
        requireNonNull(before, "before");
    }

    /** The form that {@link #read} reads. */
    String text() {
        return component + " " + name + " " + library + " " + revision + " " + before;
    }

    static DecidedPart read(String text) {
        String[] parts = text.split(" ", -1);
        return new DecidedPart(
                new ComponentId(UUID.fromString(parts[0])),
                parts[1],
                Boolean.parseBoolean(parts[2]),
                Long.parseLong(parts[3]),
                ComponentState.valueOf(parts[4]));
    }
}
