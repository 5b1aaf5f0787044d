package org.esbmt.suite.management;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.esbmt.harness.AdministrationClient;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.BusProcess;
import org.esbmt.suite.result.ManagementLine;
import org.esbmt.suite.targets.Watchdog;

/**
 * Measures the management plane of one bus: latencies by interface and round trip, in interleaved rounds, and the outcomes of
 * interruptions. It adds its lines to {@code management.csv} in the folder of a run.
 */
public final class ManagementBenchmark {
    private static final String USAGE = """
            Usage: benchmarks/management [--option value]...
              --distribution F    the tar.gz of the bus (default: the one that was built)
              --out DIR           folder of the run (default target/management); without run.json it becomes a run of its own
              --rounds N          rounds of the latencies (default 5)
              --calls N           calls of each operation in a round; batches have a tenth (default 200)
              --batch N           steps of a batch (default 100)
              --rtt A,B           added round trips in ms (default 0,1,20)
              --interruptions A,B lengths in s; 0 is a reset (default 0,1,5,20,60)
              --patience S        seconds until a client gives up a call (default 30)
            """;

    /** The patience of clients without interruptions: the first call of an interface loads its classes. */
    private static final Duration UNDISTURBED = Duration.ofMinutes(2);

    private static final String TENANT_PASSWORD = "a-password-of-the-benchmark";

    private final Map<String, String> options;
    private final Path folder;

    private ManagementBenchmark(Map<String, String> options) {
        this.options = options;
        this.folder = Path.of(options.get("out")).toAbsolutePath();
    }

    public static void main(String[] args) throws Exception {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("distribution", "");
        options.put("out", "target/management");
        options.put("rounds", "5");
        options.put("calls", "200");
        options.put("batch", "100");
        options.put("rtt", "0,1,20");
        options.put("interruptions", "0,1,5,20,60");
        options.put("patience", "30");
        for (int i = 0; i < args.length; i += 2) {
            String key = args[i].startsWith("--") ? args[i].substring(2) : "";
            if (!options.containsKey(key) || i + 1 == args.length) {
                System.err.print(USAGE);
                System.exit(2);
            }
            options.put(key, args[i + 1]);
        }
        System.exit(new ManagementBenchmark(options).run());
    }

    private int number(String option) {
        return Integer.parseInt(options.get(option));
    }

    /** Returns the exit status: 1 if an interruption has a wrong outcome. */
    private int run() throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Path lines = folder.resolve(ManagementLine.FILE);
        if (!Files.exists(lines)) {
            Files.writeString(lines, ManagementLine.COLUMNS + "\n");
        }
        boolean own = !Files.exists(folder.resolve("run.json"));
        String begin = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        if (own) {
            describe("interrupted", "the run has no end", begin);
        }
        Path unpacked = folder.resolve("bus");
        BusHome.delete(unpacked);
        BusHome home = BusHome.unpack(Path.of(options.get("distribution")), unpacked);
        home.useFreePorts();
        int wrong;
        Watchdog.watch(home.directory());
        try (BusProcess bus = BusProcess.start(home)) {
            BusHome.Credentials administrator = home.initialAdministrator()
                    .orElseThrow(() -> new IOException("the first start has left no administrator's password"));
            wrong = measure(bus, administrator, lines);
        }
        Watchdog.forget(home.directory());
        BusHome.delete(unpacked);
        if (own) {
            describe(
                    wrong == 0 ? "complete" : "void",
                    wrong == 0 ? "" : wrong + " interruptions have a wrong outcome",
                    begin);
        }
        System.out.println(lines);
        return wrong == 0 ? 0 : 1;
    }

    private int measure(BusProcess bus, BusHome.Credentials administrator, Path lines)
            throws IOException, InterruptedException {
        Map<String, String> tenants = new LinkedHashMap<>();
        try (AdministrationClient client = new AdministrationClient(bus, administrator)) {
            for (String api : Assignment.APIS) {
                tenants.put(
                        api,
                        client.createTenant("of-" + api, "Tenant", "admin", TENANT_PASSWORD)
                                .tenantId());
            }
        }
        Random order = new Random(1);
        List<Integer> none = List.of();
        for (int round = 1; round <= number("rounds"); round++) {
            List<String> apis = new ArrayList<>(Assignment.APIS);
            Collections.shuffle(apis, order);
            for (String api : apis) {
                append(lines, client(bus, administrator, api, tenants.get(api), round, roundTrips(), none));
                System.err.printf("round %d: %s%n", round, api);
            }
        }
        int wrong = 0;
        List<ClientProcess> clients = new ArrayList<>();
        try {
            // At once, since they mostly wait; each has a tenant of its own.
            for (String api : List.of(Assignment.JMX, Assignment.REST, Assignment.SOAP)) {
                clients.add(client(
                        bus,
                        administrator,
                        api,
                        tenants.get(api),
                        1,
                        none,
                        Assignment.numbers(options.get("interruptions"))));
            }
            for (ClientProcess client : clients) {
                wrong += append(lines, client);
            }
        } finally {
            clients.forEach(ClientProcess::close);
        }
        return wrong;
    }

    private List<Integer> roundTrips() {
        return Assignment.numbers(options.get("rtt"));
    }

    private ClientProcess client(
            BusProcess bus,
            BusHome.Credentials administrator,
            String api,
            String tenantId,
            int round,
            List<Integer> roundTrips,
            List<Integer> interruptions)
            throws IOException {
        return ClientProcess.start(new Assignment(
                api,
                bus.home().directory(),
                administrator,
                tenantId,
                round,
                number("calls"),
                number("batch"),
                roundTrips,
                interruptions,
                interruptions.isEmpty() ? UNDISTURBED : Duration.ofSeconds(number("patience"))));
    }

    /** Adds the lines of a client; returns the number of wrong outcomes among them. */
    private static int append(Path file, ClientProcess client) throws IOException, InterruptedException {
        int wrong = 0;
        try (client) {
            for (String text : client.lines()) {
                ManagementLine line = ManagementLine.of(text);
                Files.writeString(file, text + "\n", StandardCharsets.UTF_8, StandardOpenOption.APPEND);
                if (line.isWrong()) {
                    System.err.println(text);
                    wrong++;
                }
            }
        }
        return wrong;
    }

    private void describe(String state, String reason, String begin) throws IOException {
        Files.writeString(folder.resolve("run.json"), """
                {"state": "%s", "reason": "%s", "start": "%s", "end": "%s",
                 "machine": {"name": "%s", "processors": %d, "system": "%s %s"}, "versions": {"java": "%s"},
                 "options": {"rounds": %d, "calls": %d, "batch": %d, "rtt": "%s", "interruptions": "%s", "patience": %d}}
                """.formatted(
                        state,
                        reason,
                        begin,
                        Instant.now().truncatedTo(ChronoUnit.SECONDS),
                        InetAddress.getLocalHost().getHostName(),
                        Runtime.getRuntime().availableProcessors(),
                        System.getProperty("os.name"),
                        System.getProperty("os.version"),
                        Runtime.version(),
                        number("rounds"),
                        number("calls"),
                        number("batch"),
                        options.get("rtt"),
                        options.get("interruptions"),
                        number("patience")));
    }
}
