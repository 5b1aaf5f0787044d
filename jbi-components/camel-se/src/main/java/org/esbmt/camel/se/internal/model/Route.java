package org.esbmt.camel.se.internal.model;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * One route.
 *
 * @param from a JBI endpoint that the unit provides, or a {@link Address.Direct}
 * @param errors the handlers for an exchange that fails outside of a {@link Step.Try}; the first match applies
 */
public record Route(String id, Address from, List<OnError> errors, List<Step> steps, Place place) {
    public Route {
        requireNonNull(id, "id");
        requireNonNull(from, "from");
        errors = List.copyOf(errors);
        steps = List.copyOf(steps);
        requireNonNull(place, "place");
    }
}
