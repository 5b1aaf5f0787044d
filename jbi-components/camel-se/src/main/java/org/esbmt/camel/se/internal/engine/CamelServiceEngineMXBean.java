package org.esbmt.camel.se.internal.engine;

import java.util.List;
import org.esbmt.jbi.container.api.jmx.Described;

/** The counters of the Camel service engine, for JMX. All of them cover the present units. */
public interface CamelServiceEngineMXBean {

    @Described("Service units that are initialized. Live.")
    int getUnits();

    @Described("Requests that have come to routes. Live.")
    long getExchanges();

    @Described("Requests that routes have not answered yet. Live.")
    long getInFlight();

    @Described("Answers of providers that came when nobody waited any more. Live.")
    long getLateReplies();

    @Described("Work that was refused because a tenant had too much of it already, since the start. Live.")
    long getRefusedWork();

    @Described("Threads that work at the moment. Live.")
    int getActiveThreads();

    @Described("The routes of all units, each with its counters. Live.")
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

        /** The number of exchanges that were answered with a fault. */
        public long getFaults() {
            return counters.faults.sum();
        }

        /** The number of exchanges that ended with an error. */
        public long getFailures() {
            return counters.failures.sum();
        }

        public long getInFlight() {
            return counters.inFlight.sum();
        }

        /** The total duration of all exchanges, from the request to the answer, including waits for providers. */
        public long getMilliseconds() {
            return counters.nanos.sum() / 1_000_000;
        }
    }
}
