package org.esbmt.camel.se.internal.model;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * {@code onException}, and the {@code errorHandler} with its dead letter address: first retries, then steps.
 *
 * @param handled true if the caller gets the result of the steps instead of the error
 * @param retry the retries of the failed step; empty for none
 */
public record OnError(
        Set<ErrorKind> kinds,
        Optional<Expression> onWhen,
        Optional<Retry> retry,
        boolean handled,
        List<Step> steps,
        Place place) {
    public OnError {
        kinds = Set.copyOf(kinds);
        requireNonNull(onWhen, "onWhen");
        requireNonNull(retry, "retry");
        steps = List.copyOf(steps);
        requireNonNull(place, "place");
    }
}
