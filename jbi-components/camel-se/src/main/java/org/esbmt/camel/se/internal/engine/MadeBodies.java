package org.esbmt.camel.se.internal.engine;

import org.apache.camel.Exchange;

/** Counts bodies that the steps of a route make, together with those gathered for it. Thread-safe. */
public final class MadeBodies {
    private MadeBodies() {}

    /**
     * Counts bytes that a step has made or makes. They count until the exchange is over, since a copy or an enclosing
     * step may keep them.
     *
     * @throws RouteFailure.Unavailable if the tenant has no room for them
     */
    public static void count(Exchange exchange, int bytes) throws RouteFailure {
        InboundExchange first = InboundExchange.of(exchange);
        if (first != null) {
            first.gathered().add(bytes);
        }
    }
}
