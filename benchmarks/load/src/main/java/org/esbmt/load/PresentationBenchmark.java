package org.esbmt.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.esbmt.harness.AdministrationClient;

/**
 * Measures the administration port: a read over REST among many tenants, the weight and time of the console's first page, and the cost
 * of polling administrators and of attackers for the message path.
 */
public final class PresentationBenchmark {
    private static final String USAGE = """
            Usage: benchmarks/load/presentation [--option value]...
              --distribution F  the tar.gz of the bus (default: the one that was built)
              --tenants N       tenants among which REST reads one (default 10000; 0 leaves the reads out)
              --reads N         measured reads (default 5000)
              --logins N        logins to the console (default 20)
              --pollers N       administrators who poll (default 200)
              --interval MS     milliseconds between two polls of one (default 2000)
              --guesses N       wrong logins a second (default 1000)
              --slow N          slow connections (default 200)
              --pause MICROS    pause of each of 20 connections between messages (default 2000); 0 is full load
              --warmup S        seconds of both before the first round (default 60)
              --rounds N        rounds with and without (default 5)
              --seconds S       measured seconds a window (default 10)
              --out DIR         directory for the unpacked bus (default target/load)
            """;

    private static final String PASSWORD = "a-password-of-the-benchmark";
    private static final int CONNECTIONS = 20;
    private static final int BATCH = 250;
    /** A login has 16 sessions at most. */
    private static final int SESSIONS = 10;

    /** Connections of wrong logins. More than 272 wait for a check, so the others are answered at once. */
    private static final int GUESSERS = 350;

    private static final Duration APPLIED = Duration.ofMinutes(5);

    private final Map<String, String> options;
    private final BusUnderLoad bus;
    private final AdministrationPort port;

    private PresentationBenchmark(Map<String, String> options, BusUnderLoad bus, AdministrationPort port) {
        this.options = options;
        this.bus = bus;
        this.port = port;
    }

    public static void main(String[] args) throws Exception {
        Map<String, String> options = new LinkedHashMap<>();
        for (String each : List.of(
                "distribution=",
                "tenants=10000",
                "reads=5000",
                "logins=20",
                "pollers=200",
                "interval=2000",
                "guesses=1000",
                "slow=200",
                "pause=2000",
                "warmup=60",
                "rounds=5",
                "seconds=10",
                "out=target/load")) {
            options.put(each.substring(0, each.indexOf('=')), each.substring(each.indexOf('=') + 1));
        }
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
        try (Pinned.BackEnd backEnd = new Pinned.BackEnd();
                BusUnderLoad bus = new BusUnderLoad(
                        1, backEnd.address(), Path.of(options.get("distribution")), out.resolve("presentation"))) {
            new PresentationBenchmark(options, bus, new AdministrationPort(bus.home())).run();
        }
        System.exit(0); // daemon threads of broken connections
    }

    private int number(String option) {
        return Integer.parseInt(options.get(option));
    }

    private void run() throws Exception {
        if (number("logins") > 0) {
            console(number("logins"));
        }
        List<String> cookies = new ArrayList<>();
        if (number("pollers") > 0) {
            cookies.addAll(sessions(number("pollers")));
            compare(
                    number("pollers") + " administrators, a page each " + number("interval") + " ms",
                    () -> List.of(PortLoad.polling(port, cookies, "/", number("interval"))));
        }
        if (number("guesses") > 0) {
            compare(
                    number("guesses") + " wrong logins/s, " + number("slow") + " slow connections",
                    () -> List.of(
                            PortLoad.guessing(port, number("guesses"), GUESSERS), PortLoad.slow(port, number("slow"))));
        }
        if (number("tenants") > 0) {
            reads(number("tenants"), number("reads"));
        }
    }

    // --- reads over REST

    private void reads(int tenants, int count) throws IOException {
        try (AdministrationClient administration = bus.administration()) {
            for (int from = 0; from < tenants; from += BATCH) {
                StringBuilder batch = new StringBuilder("<batch xmlns=\"urn:esbmt:batch:1\">");
                for (int i = from; i < Math.min(tenants, from + BATCH); i++) {
                    batch.append(
                            "<createTenant name='many-%1$d' displayName='Many %1$d' login='admin' password='%2$s'/>"
                                    .formatted(i, PASSWORD));
                }
                String operation = UUID.randomUUID().toString();
                administration.batch(batch.append("</batch>").toString(), List.of(), List.of(), operation, false);
                administration.awaitOperation(operation, APPLIED);
                if ((from + BATCH) % 1000 == 0) {
                    System.err.println(from + BATCH + " tenants");
                }
            }
        }
        String by = AdministrationPort.basic(
                bus.administrator().login(), bus.administrator().password());
        Random random = new Random(1);
        Histogram nanos = new Histogram(TimeUnit.SECONDS.toNanos(60), 3);
        try (PortConnection connection = port.connect(PortConnection.sources().get(0))) {
            for (int i = 0; i < count + 500; i++) {
                long begin = System.nanoTime();
                AdministrationPort.expect(
                        connection.send("GET", "/api/v1/tenants/many-" + random.nextInt(tenants), by, new byte[0]));
                if (i >= 500) {
                    nanos.recordValue(System.nanoTime() - begin);
                }
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%nread of one of %d tenants over REST, %d reads: p50 %.2f ms, p99 %.2f ms, longest %.2f ms%n",
                tenants,
                count,
                nanos.getValueAtPercentile(50) / 1e6,
                nanos.getValueAtPercentile(99) / 1e6,
                nanos.getMaxValue() / 1e6);
    }

    // --- the console

    private void console(int logins) throws IOException {
        double[] millis = new double[logins];
        long bytes = 0;
        for (int i = 0; i < logins; i++) {
            try (PortConnection connection =
                    port.connect(PortConnection.sources().get(0))) {
                long begin = System.nanoTime();
                String cookie = port.logIn(
                        connection,
                        bus.administrator().login(),
                        bus.administrator().password());
                bytes = port.page(connection, "/", cookie);
                millis[i] = (System.nanoTime() - begin) / 1e6;
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%nconsole: the first page with all it links to is %.1f KB; new connection, login and page: %s ms (%d logins)%n",
                bytes / 1e3,
                spread(millis),
                logins);
    }

    private List<String> sessions(int count) throws IOException {
        List<String> cookies = new ArrayList<>();
        List<AdministrationClient.Tenant> tenants = new ArrayList<>();
        try (AdministrationClient administration = bus.administration()) {
            for (int i = 0; i * SESSIONS < count; i++) {
                tenants.add(administration.createTenant("poll-" + i, "Poll " + i, "boss", PASSWORD));
            }
        }
        try (PortConnection connection = port.connect(PortConnection.sources().get(0))) {
            for (int i = 0; i < count; i++) {
                cookies.add(port.logIn(connection, tenants.get(i / SESSIONS).name() + "/boss", PASSWORD));
            }
        }
        return cookies;
    }

    // --- the message path beside it

    /** Starts the clients beside the messages. */
    private interface Beside {
        List<PortLoad> start() throws IOException;
    }

    private record Window(
            double cpuMicros, double pathMicros, double p50Micros, double p99Micros, double perSecond, long failures) {}

    private void compare(String title, Beside beside) throws Exception {
        System.out.printf(Locale.ROOT, "%n%s%n", title);
        warmUp(beside);
        List<Window> without = new ArrayList<>();
        List<Window> with = new ArrayList<>();
        for (int round = 0; round < number("rounds"); round++) {
            for (boolean first : List.of(true, false)) {
                if (first == (round % 2 == 0)) {
                    without.add(measure(number("seconds"), List.of()));
                } else {
                    List<PortLoad> loads = beside.start();
                    try {
                        TimeUnit.SECONDS.sleep(3);
                        with.add(measure(number("seconds"), loads));
                    } finally {
                        loads.forEach(PortLoad::close);
                    }
                }
            }
        }
        System.out.printf(
                "  %-8s %26s %26s %20s %20s %8s %6s%n",
                "", "path's CPU us/message", "process's CPU us/message", "p50 us", "p99 us", "per s", "failed");
        row("without", without);
        row("with", with);
        double[] ratios = new double[with.size()];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = 100 * (with.get(i).pathMicros() / without.get(i).pathMicros() - 1);
        }
        System.out.println("  the path's CPU in a round, with against without: " + spread(ratios) + " %");
    }

    /** Compiles the code of the path and of the port before the first round. */
    private void warmUp(Beside beside) throws Exception {
        List<PortLoad> loads = beside.start();
        try {
            measure(number("warmup"), loads);
        } finally {
            loads.forEach(PortLoad::close);
        }
        measure(5, List.of());
    }

    private static void row(String name, List<Window> windows) {
        System.out.printf(
                Locale.ROOT,
                "  %-8s %26s %26s %20s %20s %8.0f %6d%n",
                name,
                spread(windows.stream().mapToDouble(Window::pathMicros).toArray()),
                spread(windows.stream().mapToDouble(Window::cpuMicros).toArray()),
                spread(windows.stream().mapToDouble(Window::p50Micros).toArray()),
                spread(windows.stream().mapToDouble(Window::p99Micros).toArray()),
                windows.stream().mapToDouble(Window::perSecond).average().orElse(0),
                windows.stream().mapToLong(Window::failures).sum());
    }

    private Window measure(double seconds, List<PortLoad> beside) throws IOException, InterruptedException {
        double[] cpu = new double[2];
        List<Map<String, Double>> threads = new ArrayList<>();
        long[] answered = beside.stream().mapToLong(PortLoad::answered).toArray();
        ClosedLoop.Result r;
        LoadTarget target = new LoadTarget("bus", bus.address(), List.of(bus.pid()), bus.senders());
        try (ClosedLoop load = new ClosedLoop(
                target.address(),
                CONNECTIONS,
                target.messages(Message.rest(Message.Payload.TEXT, 1024)),
                number("pause"))) {
            load.start();
            load.window(1, () -> {}, () -> {});
            r = load.window(
                    seconds,
                    () -> {
                        cpu[0] = ProcessCpu.micros(target.pids());
                        threads.add(ThreadCpu.micros(bus.pid()));
                    },
                    () -> {
                        cpu[1] = ProcessCpu.micros(target.pids());
                        threads.add(ThreadCpu.micros(bus.pid()));
                    });
        }
        System.err.println("  processor by threads: " + busiest(threads.get(0), threads.get(1), seconds));
        if (r.failures() > 0) {
            System.err.println("messages failed, the first: " + r.firstFailure());
        }
        for (int i = 0; i < answered.length; i++) {
            System.err.printf(
                    Locale.ROOT,
                    "  beside: %.0f answers/s as expected, %d otherwise, %d slow connections open%n",
                    (beside.get(i).answered() - answered[i]) / (seconds + 1),
                    beside.get(i).otherwise(),
                    beside.get(i).openNow());
        }
        return new Window(
                (cpu[1] - cpu[0]) / r.requests(),
                (path(threads.get(1)) - path(threads.get(0))) / r.requests(),
                r.latencies().getValueAtPercentile(50) / 1e3,
                r.latencies().getValueAtPercentile(99) / 1e3,
                r.perSecond(),
                r.failures());
    }

    /** The busiest threads of a window, in percent of a processor. */
    private static String busiest(Map<String, Double> from, Map<String, Double> to, double seconds) {
        return to.entrySet().stream()
                .map(each -> Map.entry(
                        each.getKey(), (each.getValue() - from.getOrDefault(each.getKey(), 0.0)) / seconds / 1e4))
                .filter(each -> each.getValue() >= 0.5)
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .map(each -> String.format(Locale.ROOT, "%s %.1f %%", each.getKey(), each.getValue()))
                .collect(Collectors.joining(", "));
    }

    /** The threads of the data port, on which a direct proxy answers its messages. */
    private static double path(Map<String, Double> threads) {
        return threads.entrySet().stream()
                .filter(each -> each.getKey().startsWith("http-bc"))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    private static String spread(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return String.format(
                Locale.ROOT, "%.1f (%.1f..%.1f)", Report.median(sorted), sorted[0], sorted[sorted.length - 1]);
    }
}
