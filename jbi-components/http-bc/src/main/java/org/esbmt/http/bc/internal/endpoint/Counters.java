package org.esbmt.http.bc.internal.endpoint;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.esbmt.http.api.edge.EdgeCounters;
import org.esbmt.http.bc.internal.backend.BackEndCounters;
import org.esbmt.http.bc.internal.soap.FaultCode;

/** Counters of the component since it started. */
final class Counters {
    final EdgeCounters edge = new EdgeCounters();
    final BackEndCounters backEnds = new BackEndCounters();
    final LongAdder lateAnswers = new LongAdder();
    private final Map<FaultCode, LongAdder> faults = new EnumMap<>(FaultCode.class);

    Counters() {
        for (FaultCode code : FaultCode.values()) {
            faults.put(code, new LongAdder());
        }
    }

    void fault(FaultCode code) {
        faults.get(code).increment();
    }

    long faults(FaultCode code) {
        return faults.get(code).sum();
    }
}
