package org.esbmt.administration.jmx.internal.connector;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * The limits for clients of the tenants' connector.
 *
 * @param connections the largest number of open connections
 * @param connectionsOfSource the largest number of open connections from one address
 * @param handshake the time until a connection is closed that has not completed the protocol's handshake
 * @param idle the longest time of a connection for a request, with the pause before it
 */
record TenantJmxLimits(int connections, int connectionsOfSource, Duration handshake, Duration idle) {
    private static final int MOST_CONNECTIONS = 10_000;
    private static final int LONGEST_SECONDS = 3_600;

    TenantJmxLimits {
        check("connections.max", connections, MOST_CONNECTIONS);
        check("connections.per.source.max", connectionsOfSource, MOST_CONNECTIONS);
        check(
                "handshake.timeout.seconds",
                requireNonNull(handshake, "handshake").toSeconds(),
                LONGEST_SECONDS);
        check("idle.timeout.seconds", requireNonNull(idle, "idle").toSeconds(), LONGEST_SECONDS);
    }

    static TenantJmxLimits of(TenantJmxConfiguration configuration) {
        return new TenantJmxLimits(
                configuration.connections_max(),
                configuration.connections_per_source_max(),
                Duration.ofSeconds(configuration.handshake_timeout_seconds()),
                Duration.ofSeconds(configuration.idle_timeout_seconds()));
    }

    private static void check(String key, long value, int most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(
                    TenantJmxConfiguration.PID + ": " + key + " must be 1 to " + most + ", but is " + value);
        }
    }
}
