package org.esbmt.benchmarks.jmh;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Prints the processor's time of the operations of {@link MessageSecurityBenchmark} beside the RSA floor of the same run, with both
 * providers. Other processes do not lengthen it much, so it holds on a busy machine, too. The operations take turns. WSS4J with
 * a tree has the Java platform.
 */
public final class MessageSecurityCost {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int WARM_UP = 3;
    private static final int REPETITIONS = 7;
    private static final long NANOS = 400_000_000L;
    private static final int BETWEEN_CLOCKS = 20;

    private MessageSecurityCost() {}

    private interface Operation {
        Object run() throws Exception;
    }

    private static final class Measured {
        private final String provider;
        private final String name;
        private final Operation operation;
        private final double[] micros = new double[REPETITIONS];

        Measured(String provider, String name, Operation operation) {
            this.provider = provider;
            this.name = name;
            this.operation = operation;
        }

        double median() {
            double[] sorted = micros.clone();
            Arrays.sort(sorted);
            return sorted[sorted.length / 2];
        }

        void print(double floor, double tree) {
            double[] sorted = micros.clone();
            Arrays.sort(sorted);
            System.out.printf(
                    Locale.ROOT,
                    "%-6s %-16s %8.1f us [%.1f-%.1f], %.2f of its floor, WSS4J takes %.1f times of it%n",
                    provider,
                    name,
                    median(),
                    sorted[0],
                    sorted[sorted.length - 1],
                    median() / floor,
                    tree / median());
        }
    }

    /**
     * Measures and prints.
     *
     * @param args the sizes of Bodies in bytes; by default 1, 10 and 100 KB
     */
    public static void main(String[] args) throws Exception {
        int[] sizes = args.length == 0
                ? new int[] {1024, 10 * 1024, 100 * 1024}
                : Arrays.stream(args).mapToInt(Integer::parseInt).toArray();
        for (int bytes : sizes) {
            Measured[] platform = operations(bytes, "jdk");
            Measured[] library = operations(bytes, "native");
            for (int i = -WARM_UP; i < REPETITIONS; i++) {
                repeat(platform, i);
                repeat(library, i);
            }
            System.out.println("a Body of " + bytes + " bytes");
            Measured tree = platform[platform.length - 1];
            print(platform, tree);
            print(library, tree);
        }
    }

    /** The floor first. With the Java platform, WSS4J with a tree is last. */
    private static Measured[] operations(int bytes, String provider) throws Exception {
        MessageSecurityBenchmark benchmark = new MessageSecurityBenchmark(bytes, provider);
        benchmark.write();
        List<Measured> all = new ArrayList<>();
        all.add(new Measured(provider, "RSA floor", benchmark::rsaFloor));
        all.add(new Measured(provider, "open", benchmark::open));
        all.add(new Measured(provider, "open, kept key", benchmark::openKeptKey));
        all.add(new Measured(provider, "open, session", benchmark::openInSession));
        all.add(new Measured(provider, "secure", benchmark::secure));
        all.add(new Measured(provider, "secure, kept key", benchmark::secureKeptKey));
        all.add(new Measured(provider, "secure, session", benchmark::secureInSession));
        if (provider.equals("jdk")) {
            all.add(new Measured(provider, "read", benchmark::read));
            all.add(new Measured(provider, "WSS4J DOM", benchmark::wss4jDom));
        }
        return all.toArray(new Measured[0]);
    }

    private static void repeat(Measured[] operations, int repetition) throws Exception {
        for (Measured one : operations) {
            double micros = micros(one.operation);
            if (repetition >= 0) {
                one.micros[repetition] = micros;
            }
        }
    }

    private static void print(Measured[] operations, Measured tree) {
        for (Measured one : operations) {
            one.print(operations[0].median(), tree.median());
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
