package org.esbmt.http.bc.internal.backend;

import java.util.concurrent.atomic.LongAdder;

/** Counters of the connections and calls to all back ends since the start. */
public final class BackEndCounters {
    public final LongAdder connectionsOpened = new LongAdder();
    public final LongAdder connectionsOpen = new LongAdder();
    public final LongAdder calls = new LongAdder();
    public final LongAdder failures = new LongAdder();
}
