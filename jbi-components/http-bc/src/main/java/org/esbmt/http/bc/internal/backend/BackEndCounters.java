package org.esbmt.http.bc.internal.backend;

import java.util.concurrent.atomic.LongAdder;

/** What happened between us and all back ends since the start. */
public final class BackEndCounters {
    public final LongAdder connectionsOpened = new LongAdder();
    public final LongAdder connectionsOpen = new LongAdder();
    public final LongAdder calls = new LongAdder();
    public final LongAdder failures = new LongAdder();
}
