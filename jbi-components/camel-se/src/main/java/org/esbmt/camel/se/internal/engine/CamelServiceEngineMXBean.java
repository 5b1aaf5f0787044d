package org.esbmt.camel.se.internal.engine;

import java.util.List;

/** The counters of the Camel service engine, for JMX. All of them are those of the units that are there now. */
public interface CamelServiceEngineMXBean {

    /** Service units that are initialized. */
    int getUnits();

    /** Requests that have come to routes. */
    long getExchanges();

    /** Requests that routes have not answered yet. */
    long getInFlight();

    /** Answers of providers that came when nobody waited any more. */
    long getLateReplies();

    /** Work that was refused because a tenant had too much of it already, since the start. */
    long getRefusedWork();

    /** Threads that work at the moment. */
    int getActiveThreads();

    List<RouteStatistics> getRoutes();

    /** One route. */
    final class RouteStatistics {
        private final String tenant;
        private final String unit;
        private final RouteCounters counters;

        RouteStatistics(String tenant, String unit, RouteCounters counters) {
            this.tenant = tenant;
            this.unit = unit;
            this.counters = counters;
        }

        /** The tenant's identifier; {@code plain} for a unit without one. */
        public String getTenant() {
            return tenant;
        }

        public String getUnit() {
            return unit;
        }

        /** The route's name in logs: tenant, unit and the author's name. */
        public String getRoute() {
            return counters.route;
        }

        public long getExchanges() {
            return counters.exchanges.sum();
        }

        /** Answered with a fault. */
        public long getFaults() {
            return counters.faults.sum();
        }

        /** Ended with an error. */
        public long getFailures() {
            return counters.failures.sum();
        }

        public long getInFlight() {
            return counters.inFlight.sum();
        }

        /** Of all exchanges together, from the request to the answer; waiting for providers included. */
        public long getMilliseconds() {
            return counters.nanos.sum() / 1_000_000;
        }
    }
}
