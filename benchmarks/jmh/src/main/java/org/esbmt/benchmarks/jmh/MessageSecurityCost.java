package org.esbmt.benchmarks.jmh;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;

/**
 * Prints the processor's time of the operations of {@link MessageSecurityBenchmark} beside the RSA floor of the same run. Other
 * processes do not lengthen it, so it holds on a busy machine, too. The operations take turns.
 */
public final class MessageSecurityCost {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int WARM_UP = 3;
    private static final int REPETITIONS = 7;
    private static final long NANOS = 600_000_000L;
    private static final int BETWEEN_CLOCKS = 20;

    private MessageSecurityCost() {}

    private interface Operation {
        Object run() throws Exception;
    }

    private static final class Measured {
        private final String name;
        private final Operation operation;
        private final double[] micros = new double[REPETITIONS];

        Measured(String name, Operation operation) {
            this.name = name;
            this.operation = operation;
        }

        double median() {
            double[] sorted = micros.clone();
            Arrays.sort(sorted);
            return sorted[sorted.length / 2];
        }

        void print(double floor) {
            double[] sorted = micros.clone();
            Arrays.sort(sorted);
            System.out.printf(
                    Locale.ROOT,
                    "%-16s %8.1f us [%.1f-%.1f], %.2f of the floor%n",
                    name,
                    median(),
                    sorted[0],
                    sorted[sorted.length - 1],
                    median() / floor);
        }
    }

    public static void main(String[] args) throws Exception {
        for (int bytes : new int[] {1024, 10 * 1024}) {
            MessageSecurityBenchmark benchmark = new MessageSecurityBenchmark(bytes);
            benchmark.write();
            Measured[] all = {
                new Measured("RSA floor", benchmark::rsaFloor),
                new Measured("open", benchmark::open),
                new Measured("open, kept key", benchmark::openKeptKey),
                new Measured("read", benchmark::read),
                new Measured("secure", benchmark::secure),
                new Measured("secure, kept key", benchmark::secureKeptKey),
                new Measured("open, session", benchmark::openInSession),
                new Measured("secure, session", benchmark::secureInSession),
                new Measured("WSS4J DOM", benchmark::wss4jDom)
            };
            for (int i = -WARM_UP; i < REPETITIONS; i++) {
                for (Measured one : all) {
                    double micros = micros(one.operation);
                    if (i >= 0) {
                        one.micros[i] = micros;
                    }
                }
            }
            System.out.println("a Body of " + bytes + " bytes");
            for (Measured one : all) {
                one.print(all[0].median());
            }
        }
    }

    private static double micros(Operation operation) throws Exception {
        long begin = THREADS.getCurrentThreadCpuTime();
        long time = 0;
        long count = 0;
        while (time < NANOS) {
            for (int i = 0; i < BETWEEN_CLOCKS; i++) {
                if (operation.run() == null) {
                    throw new IllegalStateException("there is no result");
                }
            }
            count += BETWEEN_CLOCKS;
            time = THREADS.getCurrentThreadCpuTime() - begin;
        }
        return time / 1000.0 / count;
    }
}
