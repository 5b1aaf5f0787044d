package org.esbmt.load;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.esbmt.harness.AdministrationClient;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.BusProcess;
import org.esbmt.harness.Soap;

/**
 * The duration of changes: an assembly's deployment until its first answer, a switch, a rollback, and a restart of the bus with and
 * without assemblies. It also measures the resources that many life cycles leave behind. Every assembly is a content-based router,
 * with a unit for each of the two components.
 */
public final class LifeCycleBenchmark {
    private static final String USAGE = """
            Usage: benchmarks/load/lifecycle [--option value]...
              --distribution F  the tar.gz of the bus (default: the one that was built)
              --assemblies N    number of assemblies, one for each of as many tenants (default 100)
              --restarts N      restarts without assemblies, and with all of them (default 3)
              --settle S        seconds between a start and the first deployment after it (default 5)
              --cycles N        life cycles one after the other (deployment, switch, rollback, undeployment), before and after
                                which the resources are measured (default 1000)
              --out DIR         directory for the unpacked bus (default target/load)
            """;

    private static final String PASSWORD = "a-password-of-the-benchmark";
    private static final int WARM_UP_CYCLES = 100;
    private static final RoutedAssembly ASSEMBLY = RoutedAssembly.CBR_BODY;

    private final BusHome home;
    private final String backEnd;
    private final Soap soap = new Soap();
    private final List<AdministrationClient.Tenant> tenants = new ArrayList<>();
    /** Read once: the first login deletes the file with the password. */
    private BusHome.Credentials administrator;

    private LifeCycleBenchmark(BusHome home, String backEnd) {
        this.home = home;
        this.backEnd = backEnd;
    }

    public static void main(String[] args) throws Exception {
        Map<String, String> options = new LinkedHashMap<>(Map.of(
                "distribution",
                "",
                "assemblies",
                "100",
                "restarts",
                "3",
                "settle",
                "5",
                "cycles",
                "1000",
                "out",
                "target/load"));
        for (int i = 0; i < args.length; i += 2) {
            String key = args[i].startsWith("--") ? args[i].substring(2) : "";
            if (!options.containsKey(key) || i + 1 == args.length) {
                System.err.print(USAGE);
                System.exit(2);
            }
            options.put(key, args[i + 1]);
        }
        Path directory = Path.of(options.get("out")).resolve("life-cycle").toAbsolutePath();
        BusHome.delete(directory);
        try (Pinned.BackEnd backEnd = new Pinned.BackEnd()) {
            InetSocketAddress to = backEnd.address();
            String hostAndPort = InetAddress.getLoopbackAddress().getHostAddress() + ":" + to.getPort();
            BusHome home = BusHome.unpack(Path.of(options.get("distribution")), directory);
            home.useFreePorts();
            home.set("org.esbmt.http.bc.cfg", "egress.allow", "*@" + hostAndPort);
            new LifeCycleBenchmark(home, "http://" + hostAndPort + "/")
                    .run(
                            Integer.parseInt(options.get("assemblies")),
                            Integer.parseInt(options.get("restarts")),
                            Duration.ofSeconds(Long.parseLong(options.get("settle"))),
                            Integer.parseInt(options.get("cycles")));
        }
    }

    private void run(int assemblies, int restarts, Duration settle, int cycles)
            throws IOException, InterruptedException {
        List<Double> starts = new ArrayList<>();
        try (BusProcess bus = BusProcess.start(home)) {
            createTenants(bus, assemblies);
        }
        restart(starts, restarts);
        report("start without assemblies", starts, "s");
        report("first deployment after a start", firstDeployments(restarts, settle), "ms");

        List<Double> deployments = new ArrayList<>();
        List<Double> switches = new ArrayList<>();
        List<Double> rollbacks = new ArrayList<>();
        try (BusProcess bus = BusProcess.start(home);
                AdministrationClient administration = administration(bus)) {
            for (AdministrationClient.Tenant tenant : tenants) {
                deployments.add(millis(() -> {
                    administration.deploy(tenant, ASSEMBLY.archive(backEnd));
                    answer(tenant);
                }));
            }
            for (AdministrationClient.Tenant tenant : tenants) {
                switches.add(millis(() -> administration.switchTo(tenant, ASSEMBLY.archive(backEnd))));
                rollbacks.add(
                        millis(() -> administration.changeAssembly("rollBackAssembly", tenant, ASSEMBLY.scenario())));
                answer(tenant);
            }
        }
        report("deployment until the first answer", deployments, "ms");
        report("switch", switches, "ms");
        report("rollback", rollbacks, "ms");

        starts.clear();
        restart(starts, restarts);
        report("start with " + assemblies + " assemblies", starts, "s");
        if (cycles > 0) {
            leftBehind(cycles);
        }
    }

    /** Measures the resources of the bus before and after many life cycles of an assembly, with an answer in each. */
    private void leftBehind(int cycles) throws IOException, InterruptedException {
        try (BusProcess bus = BusProcess.start(home);
                AdministrationClient administration = administration(bus)) {
            AdministrationClient.Tenant tenant = administration.createTenant("cycles", "Cycles", "sender", PASSWORD);
            for (int i = 0; i < WARM_UP_CYCLES; i++) {
                cycle(administration, tenant);
            }
            System.out.println("before " + cycles + " cycles: " + Holdings.of(administration.server()));
            for (int i = 0; i < cycles; i++) {
                cycle(administration, tenant);
            }
            System.out.println("after " + cycles + " cycles:  " + Holdings.of(administration.server()));
        }
    }

    private void cycle(AdministrationClient administration, AdministrationClient.Tenant tenant)
            throws IOException, InterruptedException {
        administration.deploy(tenant, ASSEMBLY.archive(backEnd));
        answer(tenant);
        administration.switchTo(tenant, ASSEMBLY.archive(backEnd));
        answer(tenant);
        administration.changeAssembly("rollBackAssembly", tenant, ASSEMBLY.scenario());
        answer(tenant);
        administration.undeploy(tenant, ASSEMBLY.scenario());
    }

    /** Measures starts of the bus, until every deployed assembly has answered a message. */
    private void restart(List<Double> starts, int restarts) throws IOException, InterruptedException {
        for (int i = 0; i < restarts; i++) {
            long start = System.nanoTime();
            try (BusProcess bus = BusProcess.start(home);
                    AdministrationClient administration = administration(bus)) {
                for (AdministrationClient.Tenant tenant : tenants) {
                    if (!administration.assemblies(tenant.tenantId()).isEmpty()) {
                        answer(tenant);
                    }
                }
                starts.add((System.nanoTime() - start) / 1e9);
            }
        }
    }

    /** Measures deployments until the first answer, some seconds after a start, as an administrator needs for the login. */
    private List<Double> firstDeployments(int restarts, Duration settle) throws IOException, InterruptedException {
        List<Double> deployments = new ArrayList<>();
        soap.send(backEnd, "<the-first-message-of-the-client/>"); // warms up the client itself
        for (int i = 0; i < restarts; i++) {
            AdministrationClient.Tenant tenant = tenants.get(i % tenants.size());
            try (BusProcess bus = BusProcess.start(home);
                    AdministrationClient administration = administration(bus)) {
                Thread.sleep(settle.toMillis());
                deployments.add(millis(() -> {
                    administration.deploy(tenant, ASSEMBLY.archive(backEnd));
                    answer(tenant);
                }));
                administration.undeploy(tenant, ASSEMBLY.scenario());
            }
        }
        return deployments;
    }

    private AdministrationClient administration(BusProcess bus) throws IOException {
        return new AdministrationClient(bus, credentials());
    }

    private BusHome.Credentials credentials() throws IOException {
        if (administrator == null) {
            administrator = home.initialAdministrator()
                    .orElseThrow(() -> new IOException("the first start has left no administrator's password"));
        }
        return administrator;
    }

    private void createTenants(BusProcess bus, int count) throws IOException {
        try (AdministrationClient administration = administration(bus)) {
            for (int i = 1; i <= count; i++) {
                tenants.add(administration.createTenant("life-" + i, "Life " + i, "sender", PASSWORD));
            }
        }
    }

    private void answer(AdministrationClient.Tenant tenant) throws IOException, InterruptedException {
        String url = home.baseUrl() + "/tenant-services/" + tenant.tenantId() + "/Load/" + ASSEMBLY.scenario();
        Soap.Answer answer = soap.send(
                url,
                Soap.envelope(
                        Soap.tenantContext(tenant.tenantId(), tenant.userId(), tenant.password()),
                        "<b:echo xmlns:b=\"urn:esbmt:load\"><b:kind>order</b:kind></b:echo>"));
        if (answer.status() != 200) {
            throw new IOException("tenant " + tenant.name() + " gets no answer: " + answer);
        }
    }

    private interface Change {
        void make() throws IOException, InterruptedException;
    }

    private static double millis(Change change) throws IOException, InterruptedException {
        long start = System.nanoTime();
        change.make();
        return (System.nanoTime() - start) / 1e6;
    }

    private static void report(String change, List<Double> values, String unit) {
        double[] sorted = values.stream().mapToDouble(d -> d).toArray();
        Arrays.sort(sorted);
        System.out.printf(
                Locale.ROOT,
                "%-36s %4d times: median %8.1f %s (%.1f..%.1f)%n",
                change,
                sorted.length,
                Report.median(sorted),
                unit,
                sorted[0],
                sorted[sorted.length - 1]);
    }
}
