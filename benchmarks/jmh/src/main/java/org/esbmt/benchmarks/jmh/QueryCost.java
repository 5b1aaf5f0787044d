package org.esbmt.benchmarks.jmh;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Prints the processor's time of the evaluations of {@link QueryBenchmark}, which take turns. Other processes do not
 * lengthen it much, so it holds on a busy machine, too.
 */
public final class QueryCost {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int WARM_UP = 5;
    private static final int REPETITIONS = 9;
    private static final long NANOS = 100_000_000L;
    private static final int BETWEEN_CLOCKS = 200;

    private QueryCost() {}

    private interface Evaluation {
        Object run() throws Exception;
    }

    /** Measures and prints. */
    public static void main(String[] args) throws Exception {
        for (int body : List.of(1024, 10_240)) {
            for (String symbol : List.of("FIRST", "NONE")) {
                for (String place : List.of("Zurich", "Z\u00fcrich")) {
                    QueryBenchmark benchmark = new QueryBenchmark();
                    benchmark.body = body;
                    benchmark.symbol = symbol;
                    benchmark.place = place;
                    benchmark.write();
                    measure(benchmark);
                }
            }
        }
    }

    private static void measure(QueryBenchmark benchmark) throws Exception {
        double[] arriving = new double[REPETITIONS];
        double[] lexed = new double[REPETITIONS];
        for (int i = -WARM_UP; i < REPETITIONS; i++) {
            double one = nanos(benchmark::arriving);
            double other = nanos(benchmark::lexed);
            if (i >= 0) {
                arriving[i] = one;
                lexed[i] = other;
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%5d bytes, %-5s %-6s  arriving %s  lexed %s%n",
                benchmark.body,
                benchmark.symbol,
                benchmark.place,
                text(arriving),
                text(lexed));
    }

    private static String text(double[] nanos) {
        Arrays.sort(nanos);
        return String.format(
                Locale.ROOT, "%6.0f ns [%.0f-%.0f]", nanos[nanos.length / 2], nanos[0], nanos[nanos.length - 1]);
    }

    private static double nanos(Evaluation evaluation) throws Exception {
        long begin = THREADS.getCurrentThreadCpuTime();
        long time = 0;
        long count = 0;
        while (time < NANOS) {
            for (int i = 0; i < BETWEEN_CLOCKS; i++) {
                if (evaluation.run() == null) {
                    throw new IllegalStateException("there is no result");
                }
            }
            count += BETWEEN_CLOCKS;
            time = THREADS.getCurrentThreadCpuTime() - begin;
        }
        return (double) time / count;
    }
}
