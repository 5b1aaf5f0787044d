package org.esbmt.http.bc.internal.endpoint;

import java.util.Map;
import java.util.TreeMap;
import org.esbmt.http.bc.internal.soap.FaultCode;

/** Reads the counters for JMX. */
final class Management implements HttpBindingComponentMXBean {
    private final Counters counters;
    private final Ports ports;

    Management(Counters counters, Ports ports) {
        this.counters = counters;
        this.ports = ports;
    }

    @Override
    public long getRequests() {
        return counters.edge.requests.sum();
    }

    @Override
    public long getInFlight() {
        return counters.edge.inFlight.sum();
    }

    @Override
    public int getConnections() {
        return ports.connections();
    }

    @Override
    public long getConnectionsAccepted() {
        return counters.edge.connectionsAccepted.sum();
    }

    @Override
    public long getConnectionsRefused() {
        return counters.edge.connectionsRefused.sum();
    }

    @Override
    public Map<Integer, Long> getRefusals() {
        Map<Integer, Long> byStatus = new TreeMap<>();
        for (int status = 400; status < 600; status++) {
            long n = counters.edge.refusals(status);
            if (n > 0) {
                byStatus.put(status, n);
            }
        }
        return byStatus;
    }

    @Override
    public Map<String, Long> getFaults() {
        Map<String, Long> byCode = new TreeMap<>();
        for (FaultCode code : FaultCode.values()) {
            long n = counters.faults(code);
            if (n > 0) {
                byCode.put(code.name(), n);
            }
        }
        return byCode;
    }

    @Override
    public long getLateAnswers() {
        return counters.lateAnswers.sum();
    }

    @Override
    public long getBackEndCalls() {
        return counters.backEnds.calls.sum();
    }

    @Override
    public long getBackEndFailures() {
        return counters.backEnds.failures.sum();
    }

    @Override
    public long getBackEndConnections() {
        return counters.backEnds.connectionsOpen.sum();
    }

    @Override
    public long getBackEndConnectionsOpened() {
        return counters.backEnds.connectionsOpened.sum();
    }
}
