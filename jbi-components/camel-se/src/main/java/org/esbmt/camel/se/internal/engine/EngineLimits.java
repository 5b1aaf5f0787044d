package org.esbmt.camel.se.internal.engine;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * Bounds of the engine.
 *
 * @param messageBytes the size of a body that a step reads; a body that no step reads may be of any size
 * @param peekBytes the bytes of bodies that the steps of a message read on arrival, on an event loop; a worker reads on
 *     if a value is not found there
 * @param hops the routes of a message on its way over the bus
 * @param exchangeTimeout the longest wait of a route for a provider
 * @param drain the longest wait of a stopping unit for its exchanges
 */
public record EngineLimits(int messageBytes, int peekBytes, int hops, Duration exchangeTimeout, Duration drain) {
    public static final EngineLimits DEFAULTS =
            new EngineLimits(10 << 20, 1 << 20, 32, Duration.ofSeconds(60), Duration.ofSeconds(30));

    public EngineLimits {
        if (messageBytes < 1 || messageBytes > 1 << 30) {
            throw new IllegalArgumentException("message.bytes is " + messageBytes + " and must be from 1 to 2^30");
        }
        if (peekBytes < 0 || peekBytes > 16 << 20) {
            throw new IllegalArgumentException("peek.bytes is " + peekBytes + " and must be from 0 to 2^24");
        }
        if (hops < 1 || hops > 100) {
            throw new IllegalArgumentException("hops.max is " + hops + " and must be from 1 to 100");
        }
        requirePositive(requireNonNull(exchangeTimeout, "exchangeTimeout"), "exchange.timeout.seconds");
        requirePositive(requireNonNull(drain, "drain"), "drain.timeout.seconds");
    }

    private static void requirePositive(Duration value, String key) {
        if (value.isZero() || value.isNegative() || value.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException(key + " is " + value.toSeconds() + " and must be from 1 to 3600");
        }
    }
}
