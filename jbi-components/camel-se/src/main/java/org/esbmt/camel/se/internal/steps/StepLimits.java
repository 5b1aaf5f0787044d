package org.esbmt.camel.se.internal.steps;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * Bounds of the steps.
 *
 * @param exchangesOfMessage that become of one incoming message: parts, branches, copies and groups, nested ones included
 * @param parts of one split
 * @param collectedBytes of one combined message
 * @param parallel parts or branches of one step that are under way at the same time
 * @param groupsOfTenant of all its aggregates that are not complete
 * @param exchangesOfGroup of one group
 * @param heldBytesOfTenant bodies that groups, delays, throttles and wire taps of a tenant keep meanwhile
 * @param throttled exchanges that wait at one throttle
 * @param throttledFor the longest that one of them waits
 * @param delay the longest time of a delay
 * @param tapsOfTenant copies of wire taps that are under way
 */
public record StepLimits(
        int exchangesOfMessage,
        int parts,
        int collectedBytes,
        int parallel,
        int groupsOfTenant,
        int exchangesOfGroup,
        long heldBytesOfTenant,
        int throttled,
        Duration throttledFor,
        Duration delay,
        int tapsOfTenant) {
    public static final StepLimits DEFAULTS = new StepLimits(
            10_000,
            10_000,
            10 << 20,
            8,
            1_000,
            1_000,
            64L << 20,
            1_000,
            Duration.ofSeconds(30),
            Duration.ofMinutes(5),
            100);

    public StepLimits {
        requirePositive(exchangesOfMessage, "exchangesOfMessage");
        requirePositive(parts, "parts");
        requirePositive(collectedBytes, "collectedBytes");
        requirePositive(parallel, "parallel");
        requirePositive(groupsOfTenant, "groupsOfTenant");
        requirePositive(exchangesOfGroup, "exchangesOfGroup");
        requirePositive(heldBytesOfTenant, "heldBytesOfTenant");
        requirePositive(throttled, "throttled");
        requireNonNull(throttledFor, "throttledFor");
        requireNonNull(delay, "delay");
        requirePositive(tapsOfTenant, "tapsOfTenant");
    }

    private static void requirePositive(long value, String name) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " is " + value + " and must be at least 1");
        }
    }
}
