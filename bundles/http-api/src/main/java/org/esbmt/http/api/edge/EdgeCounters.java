package org.esbmt.http.api.edge;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/** Counters of all clients' connections and requests since the start. */
public final class EdgeCounters {
    public final LongAdder connectionsAccepted = new LongAdder();
    public final LongAdder connectionsRefused = new LongAdder();
    public final LongAdder requests = new LongAdder();
    public final LongAdder inFlight = new LongAdder();
    private final AtomicLongArray refusals = new AtomicLongArray(600);

    void refused(int status) {
        refusals.incrementAndGet(status);
    }

    /** The number of requests that were refused with this HTTP status alone, without a fault. */
    public long refusals(int status) {
        return refusals.get(status);
    }
}
