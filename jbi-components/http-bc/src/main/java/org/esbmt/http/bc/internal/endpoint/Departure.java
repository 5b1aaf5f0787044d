package org.esbmt.http.bc.internal.endpoint;

import java.util.function.LongSupplier;

/**
 * Whether this node is asked to take nothing new. For a while it still takes messages, says at {@value #HEALTH_PATH}
 * that it is leaving, and closes connections behind their answers. So load balancers and clients go elsewhere without
 * losing a message. Then it refuses all requests. Thread-safe.
 */
public final class Departure {
    /** The path that load balancers ask; never a tenant's path. */
    static final String HEALTH_PATH = "/health";

    private final long noticeNanos;
    private final LongSupplier clock;
    private volatile boolean asked;
    private volatile long since;

    /** @param noticeNanos for which messages are still taken */
    public Departure(long noticeNanos, LongSupplier clock) {
        this.noticeNanos = noticeNanos;
        this.clock = clock;
    }

    /** The node is to take nothing new. */
    public void begin() {
        since = clock.getAsLong();
        asked = true;
    }

    /** The node is wanted again. */
    public void end() {
        asked = false;
    }

    boolean isAsked() {
        return asked;
    }

    /** Whether the time is over in which messages are still taken. */
    boolean refuses() {
        return asked && clock.getAsLong() - since >= noticeNanos;
    }
}
