package org.esbmt.load;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Compares a direct proxy with tenant authentication with nginx and with the back end alone. Every round measures every target
 * once, in a random order, so that other work of the machine affects all targets.
 */
public final class Benchmark {
    private static final String USAGE = """
            Usage: benchmarks/load/run [--option value]...
              --distribution F  the tar.gz of the bus (default: the one that was built)
              --rounds N        rounds (default 5)
              --seconds S       measured seconds a window (default 5)
              --warm-up S       seconds of load on each target and size before the first round (default 20)
              --connections N   connections (default 20)
              --sizes A,B       payload sizes in bytes (default 1024,10240,102400)
              --routes A,B      scenarios beside the direct proxy, of cbr-body, cbr-soap-header, cbr-http-header and xslt,
                                deployed for the first tenant of each bus (default none)
              --payload P       text, or lines: elements for routes to read (default text; lines with --routes)
              --tenants A,B     numbers of tenants on the bus (default 1,10,1000); 0 leaves the bus out
              --out DIR         directory for result.csv and table.txt (default target/load)
            """;

    private Message.Payload payload = Message.Payload.TEXT;

    private Benchmark() {}

    public static void main(String[] args) throws Exception {
        Map<String, String> options = new LinkedHashMap<>(Map.of(
                "rounds", "5",
                "seconds", "5",
                "warm-up", "20",
                "connections", "20",
                "sizes", "1024,10240,102400",
                "tenants", "1,10,1000",
                "routes", "",
                "payload", "",
                "distribution", "",
                "out", "target/load"));
        for (int i = 0; i < args.length; i += 2) {
            String key = args[i].startsWith("--") ? args[i].substring(2) : "";
            if (!options.containsKey(key) || i + 1 == args.length) {
                System.err.print(USAGE);
                System.exit(2);
            }
            options.put(key, args[i + 1]);
        }
        Path out = Path.of(options.get("out"));
        Files.createDirectories(out);
        Pinned.pin(ProcessHandle.current(), Pinned.LOAD);
        List<AutoCloseable> opened = new ArrayList<>();
        try {
            List<Sample> samples = new Benchmark().run(options, out, opened);
            String table = Report.table(samples);
            Files.writeString(out.resolve("result.csv"), Report.csv(samples), StandardCharsets.UTF_8);
            Files.writeString(out.resolve("table.txt"), table, StandardCharsets.UTF_8);
            System.out.println();
            System.out.print(table);
            System.out.println("\nMedian (smallest..largest) over the rounds; " + out.resolve("result.csv"));
        } finally {
            Collections.reverse(opened);
            for (AutoCloseable c : opened) {
                c.close();
            }
        }
    }

    private List<Sample> run(Map<String, String> options, Path out, List<AutoCloseable> opened) throws Exception {
        int rounds = Integer.parseInt(options.get("rounds"));
        double seconds = Double.parseDouble(options.get("seconds"));
        double warmUp = Double.parseDouble(options.get("warm-up"));
        int connections = Integer.parseInt(options.get("connections"));
        int[] sizes = numbers(options.get("sizes"));
        List<RoutedAssembly> routes = scenarios(options.get("routes"));
        payload = options.get("payload").isEmpty()
                ? routes.isEmpty() ? Message.Payload.TEXT : Message.Payload.LINES
                : Message.Payload.valueOf(options.get("payload").toUpperCase(Locale.ROOT));

        List<LoadTarget> targets =
                targets(numbers(options.get("tenants")), routes, Path.of(options.get("distribution")), out, opened);
        for (LoadTarget t : targets) {
            passOnce(t, sizes[0], connections);
            for (int size : sizes) {
                measure(t, 0, size, connections, warmUp, 0.5);
            }
            System.err.println("warm: " + t.name());
        }
        List<Sample> samples = new ArrayList<>();
        Random order = new Random(1);
        for (int round = 1; round <= rounds; round++) {
            for (int size : sizes) {
                List<LoadTarget> shuffled = new ArrayList<>(targets);
                Collections.shuffle(shuffled, order);
                for (LoadTarget t : shuffled) {
                    Sample s = measure(t, round, size, connections, 1, seconds);
                    samples.add(s);
                    System.err.printf(
                            Locale.ROOT,
                            "round %d  %6d B  %-10s %8.0f requests/s  %6.1f us CPU%n",
                            round,
                            size,
                            t.name(),
                            s.perSecond(),
                            s.cpuMicros());
                }
            }
        }
        return samples;
    }

    private static int[] numbers(String list) {
        return java.util.Arrays.stream(list.split(",", -1))
                .mapToInt(Integer::parseInt)
                .toArray();
    }

    private static List<RoutedAssembly> scenarios(String list) {
        return list.isEmpty()
                ? List.of()
                : java.util.Arrays.stream(list.split(",", -1))
                        .map(RoutedAssembly::named)
                        .toList();
    }

    private static List<LoadTarget> targets(
            int[] tenants, List<RoutedAssembly> routes, Path distribution, Path out, List<AutoCloseable> opened)
            throws Exception {
        List<LoadTarget> targets = new ArrayList<>();
        Pinned.BackEnd backEnd = new Pinned.BackEnd();
        opened.add(backEnd);
        InetSocketAddress to = backEnd.address();
        targets.add(new LoadTarget("back end", to, List.of(), List.of(anybody("/"))));
        boolean nginxIsThere = Pinned.onPath("nginx");
        if (nginxIsThere) {
            targets.add(nginx("nginx", 1, to, out, opened));
        } else {
            System.err.println("nginx is not installed: its rows are left out");
        }
        for (int n : tenants) {
            if (n > 1 && nginxIsThere) {
                targets.add(nginx("nginx " + n, n, to, out, opened));
            }
            if (n > 0) {
                BusUnderLoad bus = new BusUnderLoad(n, to, distribution, out.resolve("bus-" + n));
                opened.add(bus);
                targets.add(new LoadTarget("bus " + n, bus.address(), List.of(bus.pid()), bus.senders()));
                if (n > 1) {
                    targets.add(new LoadTarget(
                            "bus 1 of " + n,
                            bus.address(),
                            List.of(bus.pid()),
                            bus.senders().subList(0, 1)));
                }
                for (RoutedAssembly scenario : routes) {
                    targets.add(new LoadTarget(
                            scenario.scenario() + (n == 1 ? "" : " of " + n),
                            bus.address(),
                            List.of(bus.pid()),
                            List.of(bus.deploy(scenario))));
                }
                System.err.println("bus with " + n + " tenants is up");
            }
        }
        return targets;
    }

    private static LoadTarget nginx(String name, int routes, InetSocketAddress to, Path out, List<AutoCloseable> opened)
            throws Exception {
        Pinned.Nginx nginx = new Pinned.Nginx(out.resolve("nginx-" + routes), to, routes);
        opened.add(nginx);
        return new LoadTarget(
                name,
                nginx.address(),
                nginx.pids(),
                nginx.paths().stream().map(Benchmark::anybody).toList());
    }

    private static Message.Sender anybody(String path) {
        return new Message.Sender(
                path, "0b5e1f2a-6a53-4f0e-9c44-0d7a5f2f3a11", "7f0c2c0e-97c6-4a37-8a70-5a1c9d1be0a2", "x".repeat(20));
    }

    /**
     * Sends at least one message of every sender. The bus then remembers all senders, and has a connection for each. The check of
     * a thousand passwords takes half a minute, or minutes on a busy machine.
     */
    private void passOnce(LoadTarget target, int size, int connections) throws Exception {
        List<Message> messages = target.messages(Message.rest(payload, size));
        long answered = 0;
        long until = System.nanoTime() + TimeUnit.MINUTES.toNanos(10);
        try (ClosedLoop load = new ClosedLoop(target.address(), connections, messages)) {
            load.start();
            while (answered < messages.size() + connections) {
                ClosedLoop.Result r = load.window(0.5, () -> {}, () -> {});
                answered += r.requests();
                if (System.nanoTime() - until > 0) {
                    throw new IllegalStateException(
                            target.name() + " answered " + answered + " requests in 10 minutes; " + r.firstFailure());
                }
            }
        }
    }

    /** Measures one window, after a short run-in that opens the connections and fills the caches. */
    private Sample measure(LoadTarget target, int round, int size, int connections, double runIn, double seconds)
            throws Exception {
        double[] cpu = new double[2];
        ClosedLoop.Result r;
        try (ClosedLoop load =
                new ClosedLoop(target.address(), connections, target.messages(Message.rest(payload, size)))) {
            load.start();
            load.window(runIn, () -> {}, () -> {});
            r = load.window(
                    seconds,
                    () -> cpu[0] = ProcessCpu.micros(target.pids()),
                    () -> cpu[1] = ProcessCpu.micros(target.pids()));
        }
        if (r.failures() > 0 && round > 0) {
            System.err.println(target.name() + ": " + r.failures() + " failed, the first: " + r.firstFailure());
        }
        return new Sample(
                round,
                target.name(),
                size,
                r.requests(),
                r.failures(),
                r.perSecond(),
                target.pids().isEmpty() ? Double.NaN : (cpu[1] - cpu[0]) / r.requests(),
                r.latencies().getValueAtPercentile(50) / 1e3,
                r.latencies().getValueAtPercentile(99) / 1e3);
    }
}
