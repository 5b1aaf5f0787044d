package org.esbmt.camel.se.internal.model;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * A redelivery policy.
 *
 * @param redeliveries the number of retries after the first attempt
 * @param delay the delay before the first retry; each further one is {@code multiplier} times as long, up to {@code
 *     mostDelay}
 */
public record Retry(int redeliveries, Duration delay, double multiplier, Duration mostDelay) {
    public Retry {
        requireNonNull(delay, "delay");
        requireNonNull(mostDelay, "mostDelay");
    }
}
