package org.esbmt.embedded.postgresql.internal;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Delays between attempts that double from one second to a minute, and begin anew when a server has run for a minute. The
 * first restart is at once. Confined to one thread.
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

    /** A server runs as of now; if it dies again soon, the next start is delayed. */
    void started() {
        started = System.nanoTime();
        growing = true;
    }

    /** The server still runs. */
    void ran() {
        if (growing && System.nanoTime() - started > TimeUnit.MILLISECONDS.toNanos(PROVEN.toMillis())) {
            next = FIRST;
            growing = false;
        }
    }

    /** Whether the last start is too recent for another at once. */
    boolean isGrowing() {
        return growing;
    }
}
