package org.esbmt.http.bc.internal.endpoint;

import java.util.function.LongSupplier;

/**
 * The departure of a node that is asked to accept no new requests. For a while the node still accepts messages, reports
 * at {@value #HEALTH_PATH} that it is leaving, and closes connections after their answers. So load balancers and
 * clients go elsewhere without losing a message. Then the node refuses all requests. Thread-safe.
 */
public final class Departure {
    /** The path of the load balancers' health checks; never a tenant's path. */
    static final String HEALTH_PATH = "/health";

    private final long noticeNanos;
    private final LongSupplier clock;
    private volatile boolean asked;
    private volatile long since;

    /** @param noticeNanos the time in which messages are still accepted */
    public Departure(long noticeNanos, LongSupplier clock) {
        this.noticeNanos = noticeNanos;
        this.clock = clock;
    }

    /** Begins the departure. */
    public void begin() {
        since = clock.getAsLong();
        asked = true;
    }

    /** Ends the departure: the node accepts requests again. */
    public void end() {
        asked = false;
    }

    boolean isAsked() {
        return asked;
    }

    /** Returns true once the time for further messages is over. */
    boolean refuses() {
        return asked && clock.getAsLong() - since >= noticeNanos;
    }
}
