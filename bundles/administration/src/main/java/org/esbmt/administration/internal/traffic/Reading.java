package org.esbmt.administration.internal.traffic;

import java.util.Arrays;
import java.util.OptionalLong;
import org.esbmt.administration.api.TrafficAdministration.Counts;
import org.esbmt.administration.api.TrafficAdministration.Figures;
import org.esbmt.management.api.traffic.LatencyScale;
import org.esbmt.management.api.traffic.Outcome;
import org.esbmt.management.api.traffic.TrafficMeter;

/** The numbers of a meter at a moment, or of a time between two moments. Not thread-safe. */
final class Reading {
    private static final Outcome[] OUTCOMES = Outcome.values();

    private final long[] outcomes = new long[Outcome.COUNT];
    private final long[] latencies = new long[LatencyScale.BUCKETS];

    /** Tells whether a meter has counted anything since this reading of it. */
    boolean isBehind(TrafficMeter meter) {
        for (Outcome outcome : OUTCOMES) {
            if (meter.count(outcome) != outcomes[outcome.index()]) {
                return true;
            }
        }
        return false;
    }

    /** Reads a meter. */
    static Reading of(TrafficMeter meter) {
        Reading reading = new Reading();
        for (Outcome outcome : OUTCOMES) {
            reading.outcomes[outcome.index()] = meter.count(outcome);
        }
        meter.addLatencies(reading.latencies);
        return reading;
    }

    /** The numbers since an earlier reading of the same meter. */
    Reading since(Reading earlier) {
        Reading difference = new Reading();
        for (int i = 0; i < outcomes.length; i++) {
            difference.outcomes[i] = outcomes[i] - earlier.outcomes[i];
        }
        for (int i = 0; i < latencies.length; i++) {
            difference.latencies[i] = latencies[i] - earlier.latencies[i];
        }
        return difference;
    }

    void add(Reading other) {
        for (int i = 0; i < outcomes.length; i++) {
            outcomes[i] += other.outcomes[i];
        }
        for (int i = 0; i < latencies.length; i++) {
            latencies[i] += other.latencies[i];
        }
    }

    void clear() {
        Arrays.fill(outcomes, 0);
        Arrays.fill(latencies, 0);
    }

    Counts counts() {
        return new Counts(
                outcomes[Outcome.ANSWERED.index()],
                outcomes[Outcome.FAULT.index()],
                outcomes[Outcome.SENDER.index()],
                outcomes[Outcome.BACK_END.index()],
                outcomes[Outcome.BUS.index()],
                outcomes[Outcome.STRANGER.index()]);
    }

    Figures figures() {
        return new Figures(counts(), micros(0.5), micros(0.99));
    }

    private OptionalLong micros(double fraction) {
        long nanos = LatencyScale.quantile(latencies, fraction);
        return nanos < 0 ? OptionalLong.empty() : OptionalLong.of(nanos / 1_000);
    }
}
