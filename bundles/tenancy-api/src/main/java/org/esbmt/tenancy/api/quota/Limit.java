package org.esbmt.tenancy.api.quota;

import static java.util.Objects.requireNonNull;

import java.util.OptionalLong;

/**
 * An amount in the unit of the resource; each part is 0 or more.
 *
 * @param hard the maximum
 * @param soft the bus logs a warning above this amount; not more than hard
 * @param burst for a rate: the amount accepted at once after a pause
 */
public record Limit(long hard, OptionalLong soft, OptionalLong burst) {
    public Limit {
        requireNonNull(soft, "soft");
        requireNonNull(burst, "burst");
        if (hard < 0 || soft.orElse(0) < 0 || burst.orElse(0) < 0) {
            throw new IllegalArgumentException("a limit is 0 or more");
        }
        if (soft.isPresent() && soft.getAsLong() > hard) {
            throw new IllegalArgumentException(
                    "a soft limit is not above the hard one, but " + soft.getAsLong() + " is above " + hard);
        }
    }

    public static Limit of(long hard) {
        return new Limit(hard, OptionalLong.empty(), OptionalLong.empty());
    }
}
