package org.esbmt.messaging.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/**
 * Whether a broker takes connections.
 *
 * @param since when that began
 * @param problem why it does not, a sentence for the operator; empty when it does
 */
public record BrokerState(Instant since, Optional<String> problem) {

    public BrokerState {
        requireNonNull(since, "since");
        requireNonNull(problem, "problem");
        if (problem.isPresent() && problem.get().isBlank()) {
            throw new IllegalArgumentException("a problem is a sentence, and this one is blank");
        }
    }

    public static BrokerState up(Instant since) {
        return new BrokerState(since, Optional.empty());
    }

    public static BrokerState down(Instant since, String problem) {
        return new BrokerState(since, Optional.of(problem));
    }

    public boolean isUp() {
        return problem.isEmpty();
    }
}
