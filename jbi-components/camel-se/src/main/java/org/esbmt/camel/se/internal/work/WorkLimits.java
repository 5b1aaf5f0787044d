package org.esbmt.camel.se.internal.work;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * Limits of all tenants together, and of each tenant.
 *
 * @param threads the threads that run jobs, of all tenants together
 * @param runningOfTenant the jobs of a tenant that run at the same time
 * @param queuedOfTenant the jobs of a tenant that wait for a thread
 * @param waitingOfTenant the jobs of a tenant that wait for their time
 * @param idle the time after which a thread without work ends
 */
public record WorkLimits(int threads, int runningOfTenant, int queuedOfTenant, int waitingOfTenant, Duration idle) {
    public static final WorkLimits DEFAULTS = new WorkLimits(8, 4, 1_000, 2_000, Duration.ofSeconds(30));

    public WorkLimits {
        requirePositive(threads, "threads");
        requirePositive(runningOfTenant, "runningOfTenant");
        requirePositive(queuedOfTenant, "tenant.queue");
        requirePositive(waitingOfTenant, "tenant.waiting");
        requireNonNull(idle, "idle");
        if (threads > 1 && runningOfTenant >= threads) {
            throw new IllegalArgumentException("one tenant could hold all threads: runningOfTenant is "
                    + runningOfTenant + " and must be less than threads, which is " + threads);
        }
        if (idle.isNegative() || idle.isZero()) {
            throw new IllegalArgumentException("idle is " + idle + " and must be more than nothing");
        }
    }

    private static void requirePositive(int value, String name) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " is " + value + " and must be at least 1");
        }
    }
}
