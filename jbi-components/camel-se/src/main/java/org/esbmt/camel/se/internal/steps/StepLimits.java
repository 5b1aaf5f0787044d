package org.esbmt.camel.se.internal.steps;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * Bounds of the steps.
 *
 * @param exchangesOfMessage the exchanges of one incoming message: parts, branches, copies and groups, nested ones
 *     included
 * @param parts the parts of one split
 * @param collectedBytes the size of one combined message
 * @param parallel the parts or branches of one message that run at the same time, including those of nested steps
 * @param groupsOfTenant the incomplete groups of all its aggregates
 * @param exchangesOfGroup the exchanges of one group
 * @param heldBytesOfTenant the bodies that groups, delays, throttles and wire taps of a tenant keep meanwhile
 * @param gatheredBytesOfTenant the bodies that are gathered for its routes, or made by them, until their exchanges are
 *     over
 * @param throttled the exchanges that wait at one throttle
 * @param throttledFor the longest wait of one of them
 * @param delay the longest time of a delay
 * @param tapsOfTenant the running copies of wire taps
 * @param rememberedOfTenant the keys of all its idempotent consumers, and the exchanges that all its throttles pass in
 *     their periods
 */
public record StepLimits(
        int exchangesOfMessage,
        int parts,
        int collectedBytes,
        int parallel,
        int groupsOfTenant,
        int exchangesOfGroup,
        long heldBytesOfTenant,
        long gatheredBytesOfTenant,
        int throttled,
        Duration throttledFor,
        Duration delay,
        int tapsOfTenant,
        int rememberedOfTenant) {
    public static final StepLimits DEFAULTS = new StepLimits(
            10_000,
            10_000,
            10 << 20,
            8,
            1_000,
            10_000,
            64L << 20,
            64L << 20,
            1_000,
            Duration.ofSeconds(30),
            Duration.ofHours(1),
            100,
            500_000);

    public StepLimits {
        requirePositive(exchangesOfMessage, "message.exchanges");
        requirePositive(parts, "split.parts");
        requirePositive(collectedBytes, "collected.bytes");
        requirePositive(parallel, "parallel.parts");
        requirePositive(groupsOfTenant, "tenant.groups");
        requirePositive(exchangesOfGroup, "group.exchanges");
        requirePositive(heldBytesOfTenant, "tenant.held.bytes");
        requirePositive(gatheredBytesOfTenant, "tenant.gathered.bytes");
        requirePositive(throttled, "throttle.waiting");
        if (requireNonNull(throttledFor, "throttledFor").isNegative()) {
            throw new IllegalArgumentException(
                    "throttle.wait.seconds is " + throttledFor.toSeconds() + " and must not be negative");
        }
        requireNonNull(delay, "delay");
        requirePositive(tapsOfTenant, "tenant.taps");
        requirePositive(rememberedOfTenant, "tenant.remembered");
    }

    private static void requirePositive(long value, String name) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " is " + value + " and must be at least 1");
        }
    }
}
