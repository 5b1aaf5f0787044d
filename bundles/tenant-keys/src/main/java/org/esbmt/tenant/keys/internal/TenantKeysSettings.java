package org.esbmt.tenant.keys.internal;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.ArrayList;
import java.util.List;

/**
 * The configuration, checked as a whole. Times are nanoseconds.
 *
 * @param tenants the largest number of tenants whose keys are remembered
 * @param renewNanos the age at which remembered keys are read again in the background
 * @param outageNanos the age from which they are not used
 */
record TenantKeysSettings(int tenants, long renewNanos, long outageNanos) {
    private static final long RENEW_SECONDS = 5;
    private static final int MOST_TENANTS = 100_000;
    private static final int LEAST_OUTAGE_SECONDS = 20;
    private static final int MOST_OUTAGE_SECONDS = 60;

    /** @throws IllegalArgumentException naming every key that is wrong */
    static TenantKeysSettings of(TenantKeysConfiguration c) {
        List<String> wrong = new ArrayList<>();
        between(wrong, "cache.tenants", c.cache_tenants(), 1, MOST_TENANTS);
        between(wrong, "outage.seconds", c.outage_seconds(), LEAST_OUTAGE_SECONDS, MOST_OUTAGE_SECONDS);
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException(TenantKeyService.PID + ": " + String.join("; ", wrong));
        }
        return new TenantKeysSettings(
                c.cache_tenants(), SECONDS.toNanos(RENEW_SECONDS), SECONDS.toNanos(c.outage_seconds()));
    }

    private static void between(List<String> wrong, String key, int value, int min, int max) {
        if (value < min || value > max) {
            wrong.add(key + " is " + min + " to " + max + ", but is " + value);
        }
    }
}
