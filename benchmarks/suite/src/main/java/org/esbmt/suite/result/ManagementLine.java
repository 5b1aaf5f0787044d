package org.esbmt.suite.result;

import java.util.ArrayList;
import java.util.List;

/**
 * One measurement of the management plane, a line of {@code management.csv}. A latency that is not known is NaN, and empty in the file.
 *
 * @param study {@code latency} or {@code interruption}
 * @param api {@code local}, {@code jmx}, {@code rest} or {@code soap}; the column is named {@code interface}
 * @param rttMillis added time of a round trip
 * @param operation the called operation
 * @param batch commands in one call; 1 for a single operation
 * @param round from 1; each round measures each case once
 * @param calls measured calls
 * @param meanMicros latencies in microseconds
 * @param interruptionSeconds length of the interruption; 0 without one
 * @param outcome empty for {@code latency}; otherwise a sentence, which begins with {@link #WRONG} if a
 *     change was lost, or made twice
 */
public record ManagementLine(
        String study,
        String api,
        int rttMillis,
        String operation,
        int batch,
        int round,
        int calls,
        double meanMicros,
        double p50Micros,
        double p95Micros,
        double p99Micros,
        double maxMicros,
        int interruptionSeconds,
        String outcome) {

    /** The name of the file. */
    public static final String FILE = "management.csv";

    /** The first line of the file. */
    public static final String COLUMNS =
            "study,interface,rtt_ms,operation,batch,round,calls,mean_us,p50_us,p95_us,p99_us,max_us,interruption_s,outcome";

    /** The begin of an outcome that must not be. */
    public static final String WRONG = "WRONG: ";

    private static final int COUNT = Csv.values(COLUMNS).size();

    /** True if a change was lost, or made twice. */
    public boolean isWrong() {
        return outcome.startsWith(WRONG);
    }

    /** The line of the file, without its end. */
    public String line() {
        List<String> values = new ArrayList<>(COUNT);
        values.addAll(List.of(study, api, Integer.toString(rttMillis), operation));
        for (int number : new int[] {batch, round, calls}) {
            values.add(Integer.toString(number));
        }
        for (double latency : new double[] {meanMicros, p50Micros, p95Micros, p99Micros, maxMicros}) {
            values.add(Csv.number(latency));
        }
        values.addAll(List.of(Integer.toString(interruptionSeconds), outcome));
        return Csv.line(values);
    }

    /**
     * Reads a line of the file.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static ManagementLine of(String line) {
        List<String> v = Csv.values(line);
        if (v.size() != COUNT) {
            throw new IllegalArgumentException("a line with " + v.size() + " of " + COUNT + " columns: " + line);
        }
        return new ManagementLine(
                v.get(0),
                v.get(1),
                Integer.parseInt(v.get(2)),
                v.get(3),
                Integer.parseInt(v.get(4)),
                Integer.parseInt(v.get(5)),
                Integer.parseInt(v.get(6)),
                Csv.number(v.get(7)),
                Csv.number(v.get(8)),
                Csv.number(v.get(9)),
                Csv.number(v.get(10)),
                Csv.number(v.get(11)),
                Integer.parseInt(v.get(12)),
                v.get(13));
    }
}
