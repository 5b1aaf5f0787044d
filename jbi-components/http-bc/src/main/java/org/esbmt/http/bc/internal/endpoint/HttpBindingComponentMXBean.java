package org.esbmt.http.bc.internal.endpoint;

import java.util.Map;

/** What the HTTP binding component counts. All values are sums since its start, or of the moment; none is delayed. */
public interface HttpBindingComponentMXBean {
    long getRequests();

    long getInFlight();

    int getConnections();

    long getConnectionsAccepted();

    /** Connections closed because there were too many. */
    long getConnectionsRefused();

    /** Refused by the edge, by HTTP status. */
    Map<Integer, Long> getRefusals();

    /** Answered with a fault of the bus, by code. */
    Map<String, Long> getFaults();

    /** Answers that came when nobody waited for them any more. */
    long getLateAnswers();

    long getBackEndCalls();

    long getBackEndFailures();

    long getBackEndConnections();

    long getBackEndConnectionsOpened();
}
