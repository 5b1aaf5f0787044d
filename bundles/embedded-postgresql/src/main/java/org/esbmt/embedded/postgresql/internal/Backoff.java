package org.esbmt.embedded.postgresql.internal;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Delays between attempts that double from one second to a minute, and are reset after a server has run for a minute.
 * The first restart is immediate. Confined to one thread.
 */
final class Backoff {

    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final Duration PROVEN = Duration.ofMinutes(1);

    private Duration next = FIRST;
    private boolean growing;
    private long started = System.nanoTime();

    Duration next() {
        Duration delay = next;
        Duration doubled = next.multipliedBy(2);
        next = doubled.compareTo(LONGEST) > 0 ? LONGEST : doubled;
        growing = true;
        return delay;
    }

    /** Records a start; if the server dies soon, the next start is delayed. */
    void started() {
        started = System.nanoTime();
        growing = true;
    }

    /** Records that the server still runs. */
    void ran() {
        if (growing && System.nanoTime() - started > TimeUnit.MILLISECONDS.toNanos(PROVEN.toMillis())) {
            next = FIRST;
            growing = false;
        }
    }

    /** True if the last start is too recent for an immediate restart. */
    boolean isGrowing() {
        return growing;
    }
}
