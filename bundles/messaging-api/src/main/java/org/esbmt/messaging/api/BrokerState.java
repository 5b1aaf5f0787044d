package org.esbmt.messaging.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Optional;

/**
 * The connectivity of a broker.
 *
 * @param since the begin of this state
 * @param problem the reason why the broker accepts no connections, a sentence for the operator; empty while it accepts
 * them
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
