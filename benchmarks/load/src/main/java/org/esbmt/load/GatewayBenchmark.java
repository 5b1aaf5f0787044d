package org.esbmt.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.esbmt.harness.Soap;

/**
 * Measures the bus as a WS-Security gateway, the fourth scenario of the public ESB benchmark: signed and encrypted messages of a
 * partner become plain ones for the back end, and its answers are signed and encrypted for the partner. Beside it run the direct
 * proxy with a password, and an endpoint for signed messages. Each secured message is another one, as the bus takes it once.
 */
public final class GatewayBenchmark {
    private static final String USAGE = """
            Usage: benchmarks/load/gateway [--option value]...
              --distribution F  the tar.gz of the bus (default: the one that was built)
              --rounds N        rounds (default 5)
              --messages N      secured messages a window (default 2000); 10 times as many with a password
              --warm-up N       windows of each target before the first round (default 4)
              --connections N   connections (default 20)
              --sizes A,B       sizes of the Body in bytes (default 1024,10240)
              --out DIR         directory for the unpacked bus and gateway.csv (default target/load)
            """;

    private static final int PASSWORDS_FOR_EACH = 10;
    private static final long LONGEST_SECONDS = 120;

    /** A target in the table, and the RSA operations that one of its messages needs. */
    private enum Target {
        PASSWORD("password", Optional.empty()),
        SIGNED("signed", Optional.of(SecuredTenant.Protection.SIGNED)),
        GATEWAY("gateway", Optional.of(SecuredTenant.Protection.GATEWAY));

        private final String row;
        private final Optional<SecuredTenant.Protection> protection;

        Target(String row, Optional<SecuredTenant.Protection> protection) {
            this.row = row;
            this.protection = protection;
        }

        double floor(RsaFloor.Micros rsa) {
            return switch (this) {
                case PASSWORD -> Double.NaN;
                case SIGNED -> rsa.verify();
                case GATEWAY -> rsa.unwrap() + rsa.verify() + rsa.sign() + rsa.wrap();
            };
        }
    }

    private record Row(
            int round, Target target, int bytes, ClosedLoop.Result result, double bus, double server, double floor) {}

    private final Map<String, String> options;
    private final BusUnderLoad bus;
    private final Message.Sender sender;
    private final SecuredTenant tenant;
    private final RsaFloor floor;

    private GatewayBenchmark(Map<String, String> options, BusUnderLoad bus, Path folder) throws Exception {
        this.options = options;
        this.bus = bus;
        this.sender = bus.senders().get(0);
        this.tenant = new SecuredTenant(bus, folder);
        this.floor = new RsaFloor(tenant.partner());
    }

    public static void main(String[] args) throws Exception {
        Map<String, String> options = new LinkedHashMap<>(Map.of(
                "distribution", "",
                "rounds", "5",
                "messages", "2000",
                "warm-up", "4",
                "connections", "20",
                "sizes", "1024,10240",
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
        try (Pinned.BackEnd backEnd = new Pinned.BackEnd();
                BusUnderLoad bus = new BusUnderLoad(
                        1, backEnd.address(), Path.of(options.get("distribution")), out.resolve("gateway"))) {
            List<Row> rows = new GatewayBenchmark(options, bus, out).run();
            Files.writeString(out.resolve("gateway.csv"), csv(rows), UTF_8);
            System.out.print(table(rows));
            System.out.println("\nMedian (smallest..largest) over the rounds; " + out.resolve("gateway.csv"));
        }
    }

    private int number(String option) {
        return Integer.parseInt(options.get(option));
    }

    private List<Row> run() throws Exception {
        int[] sizes = Arrays.stream(options.get("sizes").split(",", -1))
                .mapToInt(Integer::parseInt)
                .toArray();
        attack(sizes[0]);
        for (int i = 0; i < number("warm-up"); i++) {
            for (Target target : Target.values()) {
                measure(0, target, sizes[i % sizes.length]);
            }
            floor.measure();
            System.err.println("warm-up " + (i + 1));
        }
        List<Row> rows = new ArrayList<>();
        Random order = new Random(1);
        for (int round = 1; round <= number("rounds"); round++) {
            for (int bytes : sizes) {
                List<Target> targets = new ArrayList<>(List.of(Target.values()));
                Collections.shuffle(targets, order);
                for (Target target : targets) {
                    Row row = measure(round, target, bytes);
                    rows.add(row);
                    System.err.printf(
                            Locale.ROOT,
                            "round %d  %6d B  %-8s  %8.0f messages/s  %7.1f us CPU%n",
                            round,
                            bytes,
                            target.row,
                            row.result().perSecond(),
                            row.bus());
                }
            }
        }
        attack(sizes[0]);
        return rows;
    }

    // ---- messages

    private String path(Target target) {
        return target.protection.map(tenant::path).orElseGet(sender::path);
    }

    private static byte[] plain(int bytes, int number) {
        return ("<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Header/><soap:Body>"
                        + "<b:echo xmlns:b=\"urn:esbmt:load\"><b:number>" + number + "</b:number>"
                        + Message.Payload.LINES.of(bytes) + "</b:echo></soap:Body></soap:Envelope>")
                .getBytes(UTF_8);
    }

    private byte[] secured(Target target, int bytes, int number) throws Exception {
        return tenant.secure(target.protection.orElseThrow(), plain(bytes, number));
    }

    private List<Message> messages(Target target, int bytes, int count) throws Exception {
        String host = bus.address().getAddress().getHostAddress() + ":"
                + bus.address().getPort();
        if (target == Target.PASSWORD) {
            Message one = Message.of(sender, host, Message.rest(Message.Payload.LINES, bytes));
            return Collections.nCopies(count * PASSWORDS_FOR_EACH, one);
        }
        List<Message> messages = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            messages.add(Message.whole(path(target), host, secured(target, bytes, i)));
        }
        return messages;
    }

    /** Sends a good message, its repetition and a changed one: the first alone is answered, with a good signature. */
    private void attack(int bytes) throws Exception {
        Soap soap = new Soap();
        for (Target target : List.of(Target.SIGNED, Target.GATEWAY)) {
            String url = bus.home().baseUrl() + path(target);
            String message = new String(secured(target, bytes, -1), UTF_8);
            Soap.Answer first = soap.send(url, message);
            if (first.status() != 200) {
                throw new IOException(target.row + " has no answer: " + first);
            }
            if (target == Target.GATEWAY) {
                tenant.verify(first.body());
            }
            refused(soap.send(url, message), "a repetition");
            String other = new String(secured(target, bytes, -2), UTF_8);
            refused(
                    soap.send(
                            url,
                            target == Target.SIGNED
                                    ? other.replace("<b:number>-2", "<b:number>-3")
                                    : other.replaceFirst("<wsu:Expires>20", "<wsu:Expires>19")),
                    "a changed message");
            refused(soap.send(url, new String(plain(bytes, 0), UTF_8)), "a message without a proof");
        }
    }

    private static void refused(Soap.Answer answer, String message) throws IOException {
        if (answer.status() == 200) {
            throw new IOException(message + " was accepted, so nothing of this run counts: " + answer);
        }
    }

    // ---- windows

    private Row measure(int round, Target target, int bytes) throws Exception {
        List<Message> messages = messages(target, bytes, number("messages"));
        RsaFloor.Micros rsa = round == 0 ? null : floor.measure();
        List<Long> busPid = List.of(bus.pid());
        double[] cpu = new double[4];
        try (ClosedLoop load = new ClosedLoop(bus.address(), number("connections"), messages)) {
            ProcessHandle server = databaseServer();
            ClosedLoop.Result result = load.sendOnce(
                    LONGEST_SECONDS,
                    () -> {
                        cpu[0] = ProcessCpu.micros(busPid);
                        cpu[1] = ProcessCpu.microsWithChildren(server);
                    },
                    () -> {
                        cpu[2] = ProcessCpu.micros(busPid);
                        cpu[3] = ProcessCpu.microsWithChildren(server);
                    });
            if (result.failures() > 0 || result.requests() != messages.size()) {
                throw new IOException(target.row + ": " + result.failures() + " of " + messages.size()
                        + " messages failed, the first: " + result.firstFailure());
            }
            return new Row(
                    round,
                    target,
                    bytes,
                    result,
                    (cpu[2] - cpu[0]) / result.requests(),
                    (cpu[3] - cpu[1]) / result.requests(),
                    rsa == null ? Double.NaN : target.floor(rsa));
        }
    }

    /** The included PostgreSQL. */
    private ProcessHandle databaseServer() throws IOException {
        try (Stream<Path> files =
                Files.find(bus.home().directory(), 6, (file, attributes) -> file.endsWith("postmaster.pid"))) {
            Path file = files.findFirst().orElseThrow();
            return ProcessHandle.of(
                            Long.parseLong(Files.readAllLines(file).get(0).strip()))
                    .orElseThrow();
        }
    }

    // ---- the report

    private static String csv(List<Row> rows) {
        StringBuilder s = new StringBuilder(
                "round,target,body_bytes,messages,per_second,bus_us,postgresql_us,rsa_floor_us,p50_us,p99_us\n");
        for (Row row : rows) {
            s.append(String.format(
                    Locale.ROOT,
                    "%d,%s,%d,%d,%.1f,%.2f,%.2f,%.1f,%.1f,%.1f%n",
                    row.round(),
                    row.target().row,
                    row.bytes(),
                    row.result().requests(),
                    row.result().perSecond(),
                    row.bus(),
                    row.server(),
                    row.floor(),
                    row.result().latencies().getValueAtPercentile(50) / 1e3,
                    row.result().latencies().getValueAtPercentile(99) / 1e3));
        }
        return s.toString();
    }

    private static String table(List<Row> rows) {
        StringBuilder s = new StringBuilder(String.format(
                "%-8s %-9s %28s %8s %20s %12s %10s %9s %9s%n",
                "Body",
                "target",
                "bus us/message",
                "x floor",
                "PostgreSQL us",
                "RSA floor us",
                "messages/s",
                "p50 ms",
                "p99 ms"));
        for (int bytes : rows.stream().mapToInt(Row::bytes).distinct().toArray()) {
            for (Target target : Target.values()) {
                List<Row> own = rows.stream()
                        .filter(row -> row.bytes() == bytes && row.target() == target)
                        .toList();
                double ratio = median(own.stream().mapToDouble(row -> row.bus() / row.floor()));
                s.append(String.format(
                        Locale.ROOT,
                        "%-8d %-9s %28s %8s %20s %12s %10.0f %9.2f %9.2f%n",
                        bytes,
                        target.row,
                        spread(own.stream().mapToDouble(Row::bus).toArray()),
                        Double.isNaN(ratio) ? "-" : String.format(Locale.ROOT, "%.2f", ratio),
                        spread(own.stream().mapToDouble(Row::server).toArray()),
                        Double.isNaN(ratio)
                                ? "-"
                                : String.format(
                                        Locale.ROOT, "%.0f", median(own.stream().mapToDouble(Row::floor))),
                        median(own.stream().mapToDouble(row -> row.result().perSecond())),
                        median(own.stream()
                                .mapToDouble(row -> row.result().latencies().getValueAtPercentile(50) / 1e6)),
                        median(own.stream()
                                .mapToDouble(row -> row.result().latencies().getValueAtPercentile(99) / 1e6))));
            }
        }
        return s.toString();
    }

    private static double median(java.util.stream.DoubleStream values) {
        return Report.median(values.sorted().toArray());
    }

    private static String spread(double[] values) {
        Arrays.sort(values);
        return String.format(
                Locale.ROOT, "%.1f (%.1f..%.1f)", Report.median(values), values[0], values[values.length - 1]);
    }
}
