package org.esbmt.http.bc.internal.endpoint;

import java.util.Map;
import org.esbmt.jbi.container.api.jmx.Described;

/** Counters of the HTTP binding component. All values are sums since its start, or current values; none is delayed. */
public interface HttpBindingComponentMXBean {
    @Described("Requests that have come. Live.")
    long getRequests();

    @Described("Requests that are not answered yet. Live.")
    long getInFlight();

    @Described("Connections of clients that are open. Live.")
    int getConnections();

    @Described("Connections of clients that were accepted. Live.")
    long getConnectionsAccepted();

    @Described("Connections closed because there were too many. Live.")
    long getConnectionsRefused();

    @Described("Refused by the edge, by HTTP status. Live.")
    Map<Integer, Long> getRefusals();

    @Described("Answered with a fault of the bus, by code. Live.")
    Map<String, Long> getFaults();

    @Described("Answers that came when nobody waited for them any more. Live.")
    long getLateAnswers();

    @Described("Requests to back ends. Live.")
    long getBackEndCalls();

    @Described("Requests to back ends that failed. Live.")
    long getBackEndFailures();

    @Described("Connections to back ends that are open. Live.")
    long getBackEndConnections();

    @Described("Connections to back ends that were opened. Live.")
    long getBackEndConnectionsOpened();
}
