package org.esbmt.load;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.management.RuntimeMBeanException;
import org.esbmt.harness.AdministrationClient;
import org.esbmt.harness.AssemblyArchive;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.BusProcess;
import org.esbmt.harness.SecondNode;
import org.esbmt.harness.Soap;

/**
 * Measures the cost of administration. It compares a batch with the same calls one by one, and runs many deployments at once
 * on a small quota. It measures the time until another node refuses an old password, and the growth of all times with the
 * number of tenants.
 */
public final class AdministrationBenchmark {
    private static final String USAGE = """
            Usage: benchmarks/load/administration [--option value]...
              --distribution F  the tar.gz of the bus (default: the one that was built)
              --batch N         tenants to provision by one batch, and one by one (default 100)
              --link MS         simulated milliseconds of a round trip to the bus (default 20)
              --deployers N     deployments at once on a quota of 10 (default 40)
              --passwords N     changes of a password, with a second node (default 200)
              --tenants N       tenants at the end (default 10000)
              --out DIR         directory for the unpacked bus (default target/load)
            """;

    private static final String PASSWORD = "a-password-of-the-benchmark";
    /** The resources with a quota for each new tenant. */
    private static final List<String> RESOURCES = List.of(
            "SERVICE_ASSEMBLIES", "SERVICE_UNITS", "ENDPOINTS", "REGISTERED_SERVICES", "USERS", "REGISTRY_BYTES");
    /** The two values that each of the six quotas gets, one after the other. */
    private static final List<Long> CEILINGS = List.of(10_000_000L, 20_000_000L);

    /** The most connections of a user at the tenants' JMX port. */
    private static final int CONNECTIONS = 8;

    private static final int QUOTA = 10;
    /** Each change ends with a wrong password, and the bus delays a sender after five of them. */
    private static final int CHANGES_PER_TENANT = 4;

    private static final Duration APPLIED = Duration.ofMinutes(5);
    /** The number of tenants in a part, for which the medians are computed. */
    private static final int PART = 1_000;

    private static final int LISTED = 50;
    /** One passing tenant comes with this many lasting ones. */
    private static final int PASSING = 10;

    /** The data of the machine's own work: hashed {@code BLOCKS} times, and forced to the disk once. */
    private static final byte[] BLOCK = new byte[8_192];

    private static final int BLOCKS = 2_048;

    private final BusHome home;
    /** The names of all tenants. */
    private final NavigableSet<String> names = new TreeSet<>();

    private final String backEnd;
    private final long linkMillis;
    private final Soap soap = new Soap();
    private final Map<String, String> options;

    private AdministrationBenchmark(BusHome home, String backEnd, Map<String, String> options) {
        this.home = home;
        this.backEnd = backEnd;
        this.options = options;
        this.linkMillis = number("link");
    }

    public static void main(String[] args) throws Exception {
        Map<String, String> options = new LinkedHashMap<>(Map.of(
                "distribution",
                "",
                "batch",
                "100",
                "link",
                "20",
                "deployers",
                "40",
                "passwords",
                "200",
                "tenants",
                "10000",
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
        Path directory = Path.of(options.get("out")).resolve("administration").toAbsolutePath();
        BusHome.delete(directory);
        try (Pinned.BackEnd backEnd = new Pinned.BackEnd()) {
            String hostAndPort = InetAddress.getLoopbackAddress().getHostAddress() + ":"
                    + backEnd.address().getPort();
            BusHome home = BusHome.unpack(Path.of(options.get("distribution")), directory.resolve("node1"));
            home.useFreePorts();
            // All deployers connect from this machine.
            home.set("org.esbmt.administration.jmx.cfg", "connections.per.source.max", "64");
            home.set("org.esbmt.http.bc.cfg", "egress.allow", "*@" + hostAndPort);
            new AdministrationBenchmark(home, "http://" + hostAndPort + "/", options).run(directory);
        }
    }

    private int number(String option) {
        return Integer.parseInt(options.get(option));
    }

    private void run(Path directory) throws IOException, InterruptedException, ExecutionException {
        SecondNode secondNode = new SecondNode(home);
        secondNode.listen();
        BusHome.Credentials administrator;
        try (BusProcess bus = BusProcess.start(home)) {
            administrator = home.initialAdministrator()
                    .orElseThrow(() -> new IOException("the first start has left no administrator's password"));
            try (AdministrationClient administration = new AdministrationClient(bus, administrator)) {
                warmUp(administration);
                if (number("batch") > 0) {
                    batch(administration, number("batch"));
                }
                if (number("deployers") > 0) {
                    deployers(bus, administration, number("deployers"));
                }
                if (number("passwords") > 0) {
                    BusHome second = BusHome.unpack(Path.of(options.get("distribution")), directory.resolve("node2"));
                    secondNode.join(second);
                    second.set(
                            "org.esbmt.http.bc.cfg",
                            "egress.allow",
                            home.get("org.esbmt.http.bc.cfg", "egress.allow").orElseThrow());
                    try (BusProcess other = BusProcess.start(second)) {
                        passwords(administration, other.home().baseUrl(), number("passwords"));
                    }
                }
            }
        }
        if (number("tenants") > 0) {
            tenants(administrator, number("tenants"));
        }
    }

    /** Deploys some assemblies before the first measurement. */
    private void warmUp(AdministrationClient administration) throws IOException {
        for (int i = 0; i < 20; i++) {
            administration.deploy(
                    administration.createTenant("warm-" + i, "Warm", "admin", PASSWORD), archive("orders"));
        }
    }

    // --- a batch against single calls

    private void batch(AdministrationClient administration, int count) throws IOException, InterruptedException {
        double single = seconds(() -> {
            for (int i = 0; i < count; i++) {
                oneByOne(administration, "single-" + i);
            }
            return "";
        });
        String operation = UUID.randomUUID().toString();
        StringBuilder text = new StringBuilder("<batch xmlns=\"urn:esbmt:batch:1\">");
        for (int i = 0; i < count; i++) {
            provisioning(text, "batch-" + i);
        }
        String batch = text.append("</batch>").toString();
        long begin = System.nanoTime();
        trip();
        administration.batch(batch, List.of("orders.zip"), List.of(archive("orders")), operation, false);
        double decided = (System.nanoTime() - begin) / 1e9;
        String state = administration.awaitOperation(operation, APPLIED);
        double applied = (System.nanoTime() - begin) / 1e9;
        System.out.printf(
                Locale.ROOT,
                "%d tenants with 3 users, 6 quotas set twice and an assembly each, %d ms a round trip:%n"
                        + "  one by one (%d calls)  %8.1f s%n  one batch              %8.1f s = 1/%.1f%n"
                        + "  until the node has all %8.1f s = 1/%.1f (%s)%n",
                count,
                linkMillis,
                16 * count,
                single,
                decided,
                single / decided,
                applied,
                single / applied,
                state);
    }

    private void oneByOne(AdministrationClient administration, String name) throws IOException, InterruptedException {
        trip();
        AdministrationClient.Tenant tenant = administration.createTenant(name, name, "admin", PASSWORD);
        for (long ceiling : CEILINGS) {
            for (String resource : RESOURCES) {
                trip();
                administration.setQuota(tenant.tenantId(), resource, ceiling, false);
            }
        }
        for (String login : List.of("one", "two")) {
            trip();
            administration.addUser(tenant, login, PASSWORD);
        }
        trip();
        administration.deploy(tenant, archive("orders"));
    }

    private static void provisioning(StringBuilder text, String name) {
        text.append("<createTenant as='%1$s' name='%1$s' displayName='%1$s' login='admin' password='%2$s'>"
                .formatted(name, PASSWORD));
        for (String resource : RESOURCES) {
            text.append("<quota resource='%s' hard='%d'/>".formatted(resource, CEILINGS.get(0)));
        }
        text.append("</createTenant>");
        for (String resource : RESOURCES) {
            text.append("<setQuota tenant='#%s' resource='%s' hard='%d'/>".formatted(name, resource, CEILINGS.get(1)));
        }
        for (String login : List.of("one", "two")) {
            text.append("<addUser tenant='#%s' login='%s' password='%s'/>".formatted(name, login, PASSWORD));
        }
        text.append("<deploy tenant='#%s' archive='orders.zip'/>".formatted(name));
    }

    private void trip() throws InterruptedException {
        Thread.sleep(linkMillis);
    }

    // --- many at once on a small quota

    private void deployers(BusProcess bus, AdministrationClient administration, int count)
            throws IOException, InterruptedException, ExecutionException {
        AdministrationClient.Tenant tenant = administration.createTenant("crowd", "Crowd", "admin", PASSWORD);
        administration.setQuota(tenant.tenantId(), "SERVICE_ASSEMBLIES", QUOTA, false);
        ExecutorService threads = Executors.newFixedThreadPool(count);
        List<AdministrationClient> connections = new ArrayList<>();
        try {
            // One login after the other: the bus refuses so many at once. A connection takes many calls at once.
            for (int i = 0; i < CONNECTIONS; i++) {
                connections.add(AdministrationClient.of(bus, tenant));
            }
            List<Callable<Boolean>> deployers = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                byte[] archive = archive("crowd-" + i);
                AdministrationClient connected = connections.get(i % CONNECTIONS);
                deployers.add(() -> {
                    try {
                        connected.deploy(tenant, archive);
                        return true;
                    } catch (RuntimeMBeanException e) {
                        if (String.valueOf(e.getMessage()).contains("EXCEEDED")) {
                            return false;
                        }
                        throw e;
                    }
                });
            }
            long begin = System.nanoTime();
            int succeeded = 0;
            for (Future<Boolean> deployer : threads.invokeAll(deployers)) {
                succeeded += deployer.get() ? 1 : 0;
            }
            System.out.printf(
                    Locale.ROOT,
                    "%d deployments at once on a quota of %d: %d succeeded, %d over the quota, in %.1f s; %d deployed%n",
                    count,
                    QUOTA,
                    succeeded,
                    count - succeeded,
                    (System.nanoTime() - begin) / 1e9,
                    administration.assemblies(tenant.tenantId()).size());
        } finally {
            threads.shutdownNow();
            for (AdministrationClient connection : connections) {
                connection.close();
            }
        }
    }

    // --- a new password on another node

    /** A tenant, its sender with the changing password, and the sender's URL on the other node. */
    private record ChangingSender(AdministrationClient.Tenant tenant, String sender, String url) {
        String context(String password) {
            return Soap.tenantContext(tenant.tenantId(), sender, password);
        }
    }

    private ChangingSender changingSender(AdministrationClient administration, String otherUrl, int number)
            throws IOException {
        AdministrationClient.Tenant tenant =
                administration.createTenant("secrets-" + number, "Secrets", "admin", PASSWORD);
        administration.deploy(tenant, archive("orders"));
        // A new password closes the sessions of its user, so the administrator's own must not change.
        String sender = administration.addUser(tenant, "sender", PASSWORD);
        return new ChangingSender(tenant, sender, otherUrl + "/tenant-services/" + tenant.tenantId() + "/orders/soap");
    }

    private void passwords(AdministrationClient administration, String otherUrl, int count)
            throws IOException, InterruptedException {
        double[] millis = new double[count];
        for (int from = 0; from < count; from += CHANGES_PER_TENANT) {
            ChangingSender target = changingSender(administration, otherUrl, from);
            for (int i = from; i < Math.min(count, from + CHANGES_PER_TENANT); i++) {
                millis[i] = refusedAfterMillis(administration, target, PASSWORD + "-" + i);
            }
        }
        Arrays.sort(millis);
        System.out.printf(
                Locale.ROOT,
                "a new password until another node refuses the old one, %d times: median %.0f ms, p99 %.0f ms, longest"
                        + " %.0f ms%n",
                count,
                Report.median(millis),
                millis[(int) Math.ceil(0.99 * count) - 1],
                millis[count - 1]);
    }

    private double refusedAfterMillis(AdministrationClient administration, ChangingSender target, String old)
            throws IOException, InterruptedException {
        administration.setPassword(target.tenant(), target.sender(), old);
        until(target.url(), target.context(old), true);
        administration.setPassword(target.tenant(), target.sender(), PASSWORD);
        long changed = System.nanoTime();
        until(target.url(), target.context(old), false);
        return (System.nanoTime() - changed) / 1e6;
    }

    private void until(String url, String context, boolean served) throws IOException, InterruptedException {
        long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        String envelope = Soap.envelope(context, "<b:x xmlns:b=\"urn:esbmt:load\"/>");
        while ((soap.send(url, envelope).status() == 200) != served) {
            if (System.nanoTime() > end) {
                throw new IOException("the other node " + (served ? "takes no" : "still takes the old") + " password");
            }
        }
    }

    // --- many tenants

    private void tenants(BusHome.Credentials administrator, int count) throws IOException, InterruptedException {
        double before = seconds(() -> {
            BusProcess.start(home).close();
            return "";
        });
        List<Map<String, List<Double>>> parts = new ArrayList<>();
        try (BusProcess bus = BusProcess.start(home);
                AdministrationClient administration = new AdministrationClient(bus, administrator)) {
            List<String> page = administration.tenants("", LISTED);
            while (!page.isEmpty()) {
                names.addAll(page);
                page = administration.tenants(names.last(), LISTED);
            }
            for (int from = 0; from < count; from += PART) {
                parts.add(part(administration, from, Math.min(PART, count - from)));
            }
        }
        double after = seconds(() -> {
            BusProcess.start(home).close();
            return "";
        });
        System.out.printf(Locale.ROOT, "median ms of the first and the last of these parts:%n");
        parts.get(0).forEach((operation, first) -> {
            List<Double> last = parts.get(parts.size() - 1).get(operation);
            System.out.printf(
                    Locale.ROOT,
                    "  %-16s %8.1f %8.1f = %.2f  (%d and %d times)%n",
                    operation,
                    median(first),
                    median(last),
                    median(last) / median(first),
                    first.size(),
                    last.size());
        });
        System.out.printf(
                Locale.ROOT, "start and stop: %.1f s before, %.1f s with %d tenants more%n", before, after, count);
    }

    /** Creates a part of the tenants; returns the milliseconds of each operation. */
    private Map<String, List<Double>> part(AdministrationClient administration, int from, int count)
            throws IOException, InterruptedException {
        Map<String, List<Double>> took = new LinkedHashMap<>();
        for (int i = from; i < from + count; i++) {
            String name = "many-" + i;
            AdministrationClient.Tenant tenant =
                    timed(took, "create", () -> administration.createTenant(name, name, "admin", PASSWORD));
            String id = tenant.tenantId();
            timed(took, "find", () -> administration.findTenant(name));
            timed(took, "change quota", () -> {
                administration.setQuota(id, RESOURCES.get(0), QUOTA, false);
                return id;
            });
            timed(took, "suspend", () -> {
                administration.suspend(id);
                return id;
            });
            names.add(name);
            timed(took, "list first 50", () -> listed(administration, ""));
            timed(took, "list next 50", () -> listed(administration, name));
            String before = beforeTheLast();
            timed(took, "list last 50", () -> listed(administration, before));
            if (i % PASSING == 0) {
                passing(administration, took, "passing-" + i);
                measureMachine(took);
            }
        }
        StringBuilder medians = new StringBuilder();
        took.forEach((operation, millis) ->
                medians.append(String.format(Locale.ROOT, " %s %.1f,", operation, median(millis))));
        medians.setLength(medians.length() - 1);
        System.out.printf(Locale.ROOT, "tenants %6d to %6d, median ms:%s%n", from + 1, from + count, medians);
        return took;
    }

    /** Reads a page of the list, and checks that it has the next {@code LISTED} names, or the remaining ones. */
    private List<String> listed(AdministrationClient administration, String after) throws IOException {
        List<String> page = administration.tenants(after, LISTED);
        List<String> due = names.tailSet(after, false).stream().limit(LISTED).toList();
        if (!page.equals(due)) {
            throw new IOException("the page after " + after + " is " + page + ", not " + due);
        }
        return page;
    }

    /** The name before the last page; empty with a single page. */
    private String beforeTheLast() {
        return names.descendingSet().stream().skip(LISTED).findFirst().orElse("");
    }

    /** The life of a passing tenant, from its creation to its purge. */
    private void passing(AdministrationClient administration, Map<String, List<Double>> took, String name)
            throws IOException, InterruptedException {
        AdministrationClient.Tenant tenant = administration.createTenant(name, name, "admin", PASSWORD);
        names.add(name);
        String id = tenant.tenantId();
        // The time includes the connection and the login of the tenant's administrator.
        timed(took, "log in", () -> administration.findTenant(name, tenant.login(), PASSWORD));
        String user = timed(took, "add user", () -> administration.addUser(tenant, "sender", PASSWORD));
        timed(took, "set password", () -> {
            administration.setPassword(tenant, user, PASSWORD + "-2");
            return id;
        });
        timed(took, "deploy", () -> administration.deploy(tenant, archive("orders")));
        timed(took, "undeploy", () -> {
            administration.undeploy(tenant, "orders");
            return id;
        });
        administration.suspend(id);
        timed(took, "resume", () -> {
            administration.resume(id);
            return id;
        });
        administration.suspend(id);
        timed(took, "purge", () -> {
            administration.purge(tenant);
            return id;
        });
    }

    /**
     * Measures work without a tenant. On a shared machine its time may grow within an hour, and then the other times grow for the
     * same reason.
     */
    private void measureMachine(Map<String, List<Double>> took) throws IOException, InterruptedException {
        timed(took, "machine: hash", () -> {
            MessageDigest digest = sha256();
            for (int i = 0; i < BLOCKS; i++) {
                digest.update(BLOCK);
            }
            return digest.digest();
        });
        timed(took, "machine: force", () -> {
            try (FileChannel channel = FileChannel.open(
                    home.directory().resolve("forced"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                int written = channel.write(ByteBuffer.wrap(BLOCK), 0);
                channel.force(true);
                return written;
            }
        });
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JRE has SHA-256", e);
        }
    }

    private static <T> T timed(Map<String, List<Double>> took, String operation, Work<T> work)
            throws IOException, InterruptedException {
        long begin = System.nanoTime();
        T done = work.done();
        took.computeIfAbsent(operation, o -> new ArrayList<>()).add((System.nanoTime() - begin) / 1e6);
        return done;
    }

    private static double median(List<Double> values) {
        return Report.median(
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray());
    }

    private byte[] archive(String name) {
        return AssemblyArchive.soapProxy(name, name, "soap", backEnd);
    }

    @FunctionalInterface
    private interface Work<T> {
        T done() throws IOException, InterruptedException;
    }

    private static double seconds(Work<?> work) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        Object unused = work.done();
        return (System.nanoTime() - begin) / 1e9;
    }
}
