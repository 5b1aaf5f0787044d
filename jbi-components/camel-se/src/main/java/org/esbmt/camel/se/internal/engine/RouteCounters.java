package org.esbmt.camel.se.internal.engine;

import java.util.concurrent.atomic.LongAdder;

/** Counters of one route since its service unit was started. */
final class RouteCounters {
    final String route;
    final LongAdder exchanges = new LongAdder();
    final LongAdder faults = new LongAdder();
    final LongAdder failures = new LongAdder();
    final LongAdder inFlight = new LongAdder();
    final LongAdder nanos = new LongAdder();

    RouteCounters(String route) {
        this.route = route;
    }
}
