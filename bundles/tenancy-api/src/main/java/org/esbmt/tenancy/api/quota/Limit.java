package org.esbmt.tenancy.api.quota;

import static java.util.Objects.requireNonNull;

import java.util.OptionalLong;

/**
 * An amount in the unit of the resource; each part is 0 or more.
 *
 * @param hard never more than this
 * @param soft worth a warning in the log when it is passed; not more than hard
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
            throw new IllegalArgumentException(
                    "a soft limit is not above the hard one, but " + soft.getAsLong() + " is above " + hard);
        }
    }

    public static Limit of(long hard) {
        return new Limit(hard, OptionalLong.empty(), OptionalLong.empty());
    }
}
