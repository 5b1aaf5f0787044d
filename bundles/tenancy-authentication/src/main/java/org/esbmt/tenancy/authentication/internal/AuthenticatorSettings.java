package org.esbmt.tenancy.authentication.internal;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.ArrayList;
import java.util.List;

/**
 * The configuration of the authenticator, checked as a whole. Times are nanoseconds.
 *
 * @param freshNanos the time for which a verified credential is accepted without a query of the registry
 * @param keptNanos the time for which it is remembered without a confirmation
 * @param outageNanos the tolerated outage of the registry
 * @param askNanos the interval between queries for changes
 * @param threads the number of hashing threads
 */
record AuthenticatorSettings(
        long freshNanos,
        long keptNanos,
        int cacheEntries,
        long outageNanos,
        long askNanos,
        int threads,
        int queue,
        int queuePerTenant) {

    /** @throws IllegalArgumentException naming every key that is wrong */
    static AuthenticatorSettings of(AuthenticationConfiguration c) {
        List<String> wrong = new ArrayList<>();
        between(wrong, "cache.seconds", c.cache_seconds(), 1, 60);
        between(wrong, "cache.unused.seconds", c.cache_unused_seconds(), c.cache_seconds(), 300);
        between(wrong, "cache.entries", c.cache_entries(), 1, 1_000_000);
        between(wrong, "outage.seconds", c.outage_seconds(), 2, 60);
        int cores = Runtime.getRuntime().availableProcessors();
        between(wrong, "verification.threads", c.verification_threads(), 0, cores);
        between(wrong, "verification.queue", c.verification_queue(), 1, 10_000);
        between(wrong, "verification.queue.per.tenant", c.verification_queue_per_tenant(), 1, c.verification_queue());
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException("org.esbmt.tenancy.authentication: " + String.join("; ", wrong));
        }
        return new AuthenticatorSettings(
                SECONDS.toNanos(c.cache_seconds()),
                SECONDS.toNanos(c.cache_unused_seconds()),
                c.cache_entries(),
                SECONDS.toNanos(c.outage_seconds()),
                SECONDS.toNanos(1),
                c.verification_threads() == 0 ? Math.max(1, cores / 4) : c.verification_threads(),
                c.verification_queue(),
                c.verification_queue_per_tenant());
    }

    private static void between(List<String> wrong, String key, int value, int min, int max) {
        if (value < min || value > max) {
            wrong.add(key + " is " + min + " to " + max + ", but is " + value);
        }
    }
}
