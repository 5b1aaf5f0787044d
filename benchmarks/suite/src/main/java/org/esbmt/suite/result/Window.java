package org.esbmt.suite.result;

import java.util.ArrayList;
import java.util.List;

/**
 * One measured window, a line of {@code windows.csv}. A figure that is not known is NaN, and empty in the file.
 *
 * @param number identifies the window within the run; the samples of {@code cpu.csv} have it too
 * @param round from 1; each round measures each cell once, in another order
 * @param generator the program that made the load, such as {@code wrk}
 * @param loop {@code closed}, or {@code open}, with latencies from the planned moment of sending
 * @param offeredPerSecond the planned rate of an open loop; NaN for a closed one
 * @param requests answered requests, with wrong answers
 * @param errors wrong answers, broken connections and timeouts
 * @param cpuMicrosPerRequest user and system time of the target's processes over the requests, in microseconds
 * @param meanMicros latencies in microseconds
 * @param rssBytes resident memory of the target's processes at the end
 * @param heapBytes the live heap after the last window with tenants, of a target with a Java heap that tells it
 * @param preparedness of the target for this scenario and message
 * @param reason empty for {@link WindowState#OK}
 */
public record Window(
        int number,
        Cell cell,
        int round,
        String generator,
        String loop,
        double offeredPerSecond,
        double seconds,
        long requests,
        long errors,
        double throughputPerSecond,
        double cpuMicrosPerRequest,
        double meanMicros,
        double p50Micros,
        double p95Micros,
        double p99Micros,
        double maxMicros,
        double rssBytes,
        double heapBytes,
        Preparedness preparedness,
        WindowState state,
        String reason) {

    /** The first line of the file. */
    public static final String COLUMNS =
            "window,scenario,target,message,size_bytes,connections,endpoints,nodes,round,generator,loop,"
                    + "offered_per_s,seconds,requests,errors,throughput_per_s,cpu_us_per_request,mean_us,p50_us,p95_us,p99_us,max_us,"
                    + "rss_bytes,heap_bytes,preparation,state,reason";

    private static final int COUNT = Csv.values(COLUMNS).size();

    /** The line of the file, without its end. */
    public String line() {
        List<String> values = new ArrayList<>(COUNT);
        values.add(Integer.toString(number));
        values.addAll(List.of(cell.scenario(), cell.target(), cell.message()));
        for (int n : new int[] {cell.sizeBytes(), cell.connections(), cell.endpoints(), cell.nodes(), round}) {
            values.add(Integer.toString(n));
        }
        values.addAll(List.of(generator, loop, Csv.number(offeredPerSecond), Csv.number(seconds)));
        values.addAll(List.of(Long.toString(requests), Long.toString(errors)));
        for (double figure : new double[] {
            throughputPerSecond,
            cpuMicrosPerRequest,
            meanMicros,
            p50Micros,
            p95Micros,
            p99Micros,
            maxMicros,
            rssBytes,
            heapBytes
        }) {
            values.add(Csv.number(figure));
        }
        values.addAll(List.of(preparedness.word(), state.word(), reason));
        return Csv.line(values);
    }

    /**
     * Reads a line of the file.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static Window of(String line) {
        List<String> v = Csv.values(line);
        if (v.size() != COUNT) {
            throw new IllegalArgumentException("a line with " + v.size() + " of " + COUNT + " columns: " + line);
        }
        return new Window(
                Integer.parseInt(v.get(0)),
                new Cell(
                        v.get(1),
                        v.get(2),
                        v.get(3),
                        Integer.parseInt(v.get(4)),
                        Integer.parseInt(v.get(5)),
                        Integer.parseInt(v.get(6)),
                        Integer.parseInt(v.get(7))),
                Integer.parseInt(v.get(8)),
                v.get(9),
                v.get(10),
                Csv.number(v.get(11)),
                Csv.number(v.get(12)),
                Long.parseLong(v.get(13)),
                Long.parseLong(v.get(14)),
                Csv.number(v.get(15)),
                Csv.number(v.get(16)),
                Csv.number(v.get(17)),
                Csv.number(v.get(18)),
                Csv.number(v.get(19)),
                Csv.number(v.get(20)),
                Csv.number(v.get(21)),
                Csv.number(v.get(22)),
                Csv.number(v.get(23)),
                Preparedness.of(v.get(24)),
                WindowState.of(v.get(25)),
                v.get(26));
    }
}
