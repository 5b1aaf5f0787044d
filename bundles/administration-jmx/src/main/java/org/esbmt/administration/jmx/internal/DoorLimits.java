package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * What clients of the door may take of it.
 *
 * @param connections open ones at the most
 * @param connectionsOfSource open ones from one address at the most
 * @param handshake after which a connection that has not even been greeted is closed
 * @param idle how long a connection may take for a request, with the pause before it
 */
record DoorLimits(int connections, int connectionsOfSource, Duration handshake, Duration idle) {
    private static final int MOST_CONNECTIONS = 10_000;
    private static final int LONGEST_SECONDS = 3_600;

    DoorLimits {
        check("connections.max", connections, MOST_CONNECTIONS);
        check("connections.per.source.max", connectionsOfSource, MOST_CONNECTIONS);
        check(
                "handshake.timeout.seconds",
                requireNonNull(handshake, "handshake").toSeconds(),
                LONGEST_SECONDS);
        check("idle.timeout.seconds", requireNonNull(idle, "idle").toSeconds(), LONGEST_SECONDS);
    }

    static DoorLimits of(DoorConfiguration configuration) {
        return new DoorLimits(
                configuration.connections_max(),
                configuration.connections_per_source_max(),
                Duration.ofSeconds(configuration.handshake_timeout_seconds()),
                Duration.ofSeconds(configuration.idle_timeout_seconds()));
    }

    private static void check(String key, long value, int most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(
                    DoorConfiguration.PID + ": " + key + " must be 1 to " + most + ", but is " + value);
        }
    }
}
