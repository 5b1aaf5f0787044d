package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import java.util.OptionalLong;

/**
 * How much, in the unit of the resource.
 *
 * @param hard never more than this
 * @param soft worth a warning; not more than hard
 * @param burst of a rate: what may come at once after a pause
 */
public record Limit(long hard, OptionalLong soft, OptionalLong burst) {
    public Limit {
        requireNonNull(soft, "soft");
        requireNonNull(burst, "burst");
        if (hard < 0 || soft.orElse(0) < 0 || burst.orElse(0) < 0) {
            throw new IllegalArgumentException("a limit is 0 or more");
        }
        if (soft.isPresent() && soft.getAsLong() > hard) {
            throw new IllegalArgumentException("a soft limit is not above the hard one");
        }
    }

    public static Limit of(long hard) {
        return new Limit(hard, OptionalLong.empty(), OptionalLong.empty());
    }
}
