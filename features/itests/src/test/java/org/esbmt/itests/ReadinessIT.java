package org.esbmt.itests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.keyprovider.SimpleGeneratorHostKeyProvider;
import org.awaitility.core.ConditionTimeoutException;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.FreePorts;
import org.esbmt.harness.Script;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * The bus is ready only if all of its parts are. Otherwise bin/start and bin/status name the reason, and the bus recovers by itself
 * once the reason is gone.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ReadinessIT {
    private static final String HTTP = "org.esbmt.http.bc.cfg";
    private static final String SHELL = "org.apache.karaf.shell.cfg";
    private static final String MANAGEMENT = "org.esbmt.management.cfg";
    private static final String AUTHENTICATION = "org.esbmt.tenancy.authentication.cfg";
    private static final String ADMINISTRATION = "org.esbmt.administration.cfg";
    private static final String EGRESS = "*@127.0.0.1:9001 *@127.0.0.1:9000";
    private static final Duration SOON = Duration.ofMinutes(5);

    /** A key with a number in every file that has one. */
    private static final Map<String, String> NUMBERS = new LinkedHashMap<>(Map.ofEntries(
            Map.entry("org.esbmt.administration.cfg", "node.silence.seconds"),
            Map.entry("org.esbmt.administration.http.cfg", "connections.max"),
            Map.entry("org.esbmt.administration.jmx.cfg", "connections.max"),
            Map.entry("org.esbmt.camel.se.cfg", "hops.max"),
            Map.entry("org.esbmt.embedded.postgresql.cfg", "max.connections"),
            Map.entry("org.esbmt.http.bc.cfg", "threads"),
            Map.entry("org.esbmt.jbi.container.cfg", "inline.depth"),
            Map.entry("org.esbmt.jbi.deployer.cfg", "archive.depth"),
            Map.entry("org.esbmt.management.cfg", "heartbeat.seconds"),
            Map.entry("org.esbmt.management.service.cfg", "poll.seconds"),
            Map.entry("org.esbmt.messaging.cfg", "connections.max"),
            Map.entry("org.esbmt.registry.postgresql.cfg", "pool.size"),
            Map.entry("org.esbmt.tenancy.authentication.cfg", "cache.entries"),
            Map.entry("org.esbmt.tenant.keys.cfg", "cache.tenants"),
            Map.entry("org.esbmt.transactions.cfg", "transactions.max")));

    private static Distribution distribution;
    private static BusHome home;

    @BeforeAll
    static void unpack() throws Exception {
        distribution = Distribution.asDelivered(ReadinessIT.class, "");
        home = distribution.home();
    }

    @AfterEach
    void stop() throws Exception {
        Script.Result stop = Script.run(
                home.directory(), List.of("bin/stop"), Map.of("ESBMT_STOP_TIMEOUT", "240"), Duration.ofMinutes(5));
        assertThat(stop.status()).as(stop.output()).isZero();
    }

    @AfterAll
    static void delete() throws IOException {
        distribution.close();
    }

    @Test
    @Order(1)
    void startAndStatusReportAWrongValueAndTheBusTakesTheCorrectedFile() throws Exception {
        home.set(HTTP, "egress.allow", EGRESS);
        home.set(ADMINISTRATION, "quota.defaults", "USERS:10");
        Script.Result start = start();
        assertThat(start.status()).isEqualTo(1);
        assertThat(start.output())
                .contains("The bus does not take its configuration:")
                .containsPattern(
                        "etc/org\\.esbmt\\.(http\\.bc\\.cfg: .*egress\\.allow|administration\\.cfg: .*quota\\.defaults)")
                .doesNotContain("not ready after", "last complaints");
        await().atMost(SOON).untilAsserted(() -> assertThat(status())
                .satisfies(status -> assertThat(status.status()).isEqualTo(2))
                .extracting(Script.Result::output)
                .asString()
                .contains("configuration: etc/" + HTTP + ": ", "egress.allow", EGRESS)
                .contains("configuration: etc/" + ADMINISTRATION + ": ", "quota.defaults", "USERS:10"));
        assertThat(complaintsOf(HTTP)).singleElement().asString().contains("egress.allow", EGRESS);
        assertThat(complaintsOf(ADMINISTRATION)).singleElement().asString().contains("quota.defaults", "USERS:10");
        assertThat(errors()).as("one line for each wrong value").hasSize(2);
        assertThat(stackFrames()).isZero();

        home.set(HTTP, "egress.allow", EGRESS.replace(' ', ','));
        home.set(ADMINISTRATION, "quota.defaults", "USERS=10");
        awaitReady();

        Map<String, String> right = new LinkedHashMap<>();
        for (Map.Entry<String, String> number : NUMBERS.entrySet()) {
            right.put(
                    number.getKey(),
                    home.get(number.getKey(), number.getValue()).orElseGet(() -> defaultOf(number.getValue())));
            home.set(number.getKey(), number.getValue(), "many");
        }
        await().atMost(SOON).untilAsserted(() -> {
            String output = status().output();
            NUMBERS.forEach((file, key) -> assertThat(output)
                    .contains("configuration: etc/" + file + ": " + key + " must be a whole number, but is 'many'."));
        });
        for (String file : NUMBERS.keySet()) {
            assertThat(complaintsOf(file))
                    .filteredOn(line -> line.contains("'many'"))
                    .hasSize(1);
        }
        assertThat(errors()).hasSize(2 + NUMBERS.size());
        assertThat(stackFrames()).isZero();
        for (Map.Entry<String, String> number : NUMBERS.entrySet()) {
            home.set(number.getKey(), number.getValue(), right.get(number.getKey()));
        }
        awaitReady();
    }

    @Test
    @Order(2)
    void aTruncatedFileIsNotTaken() throws Exception {
        Path file = home.etc().resolve(HTTP);
        List<String> whole = Files.readAllLines(file);
        int port = URI.create(home.baseUrl()).getPort();
        int sshPort = home.sshPort();
        // The port is a default, which the cut file would bring back.
        List<String> cut = whole.stream()
                .limit(20)
                .filter(line -> !line.startsWith("port ="))
                .toList();
        Script.Result right = start();
        assertThat(right.status()).as(right.output()).isZero();
        assertThat(right.output()).contains("ESB-MT is ready.");
        Files.write(file, cut);
        // The port opens anew with the former settings.
        await().atMost(SOON).untilAsserted(() -> assertThat(status())
                .satisfies(status -> assertThat(status.status()).isEqualTo(4))
                .extracting(Script.Result::output)
                .asString()
                .contains("configuration: etc/" + HTTP + ": the line 'file.end = ...' is missing"));
        await().atMost(SOON).ignoreExceptions().untilAsserted(() -> {
            assertThat(health(port))
                    .as("the settings hold that were there before")
                    .isEqualTo(200);
        });
        Path shell = home.etc().resolve(SHELL);
        List<String> wholeShell = Files.readAllLines(shell);
        Files.write(shell, List.of());
        await().atMost(SOON).untilAsserted(() -> assertThat(status().output())
                .contains("configuration: etc/" + SHELL + ": the line 'file.end = ...' is missing"));
        await().atMost(SOON).ignoreExceptions().untilAsserted(() -> {
            try (Socket connected = new Socket(InetAddress.getLoopbackAddress(), sshPort)) {
                assertThat(connected.isConnected())
                        .as("Karaf's port is still there")
                        .isTrue();
            }
        });
        Files.write(shell, wholeShell);
        stop();

        Files.write(file, List.of());
        long served = servedAt();
        Script.Result start = start();
        assertThat(start.status()).isEqualTo(1);
        assertThat(start.output()).contains("etc/" + HTTP + ": the line 'file.end = ...' is missing");
        assertThat(servedAt()).as("nothing is served with defaults").isEqualTo(served);

        Files.write(file, whole);
        awaitReady();
        assertThat(health(port)).isEqualTo(200);

        Files.write(
                file,
                whole.stream().filter(line -> !line.startsWith("tls.port")).toList());
        // The port opens anew with the same settings.
        await().atMost(SOON).untilAsserted(() -> assertThat(status())
                .satisfies(status -> assertThat(status.status()).isZero())
                .extracting(Script.Result::output)
                .asString()
                .contains("note: etc/" + HTTP + ": the file does not mention keys", "tls.port = -1"));
        Files.write(file, whole);
        await().atMost(SOON)
                .untilAsserted(
                        () -> assertThat(status().output()).contains("is ready").doesNotContain("note:"));
    }

    @Test
    @Order(3)
    void theBusIsDegradedWithATakenShellPortAndThePortsHolderGetsNoPassword() throws Exception {
        Queue<String> passwords = new ConcurrentLinkedQueue<>();
        try (SshServer impostor = SshServer.setUpDefaultServer()) {
            impostor.setHost("127.0.0.1");
            impostor.setPort(home.sshPort());
            impostor.setKeyPairProvider(
                    new SimpleGeneratorHostKeyProvider(distribution.directory().resolve("impostor")));
            impostor.setPasswordAuthenticator((user, password, session) -> passwords.add(password));
            impostor.start();
            Script.Result start = start();
            assertThat(start.status()).isEqualTo(4);
            assertThat(start.output())
                    .contains("takes messages, but is degraded", "shell: Somebody else listens at 127.0.0.1:")
                    .doesNotContain("is ready");
            assertThat(status().status()).isEqualTo(4);

            // Options of the command, and a password, are no options of the client.
            for (List<String> arguments : List.of(
                    List.of("secret of the administrator", "esbmt:status"),
                    List.of("secret of the administrator", "--", "esbmt:tenant-list", "-h", "-a"),
                    List.of("-h", "esbmt:status"))) {
                Script.Result client = client(arguments);
                assertThat(client.status()).isEqualTo(1);
                assertThat(client.output()).contains("does not prove to be this bus");
            }
            assertThat(passwords).isEmpty();
        }
        awaitReady();
        BusHome.Credentials administrator = home.initialAdministrator().orElseThrow();
        Script.Result client = client(List.of(administrator.password(), "esbmt:status"));
        assertThat(client.output()).contains("Deployer");
        assertThat(client.status()).isZero();
    }

    @Test
    @Order(4)
    void aNodeThatAppliesNoChangesIsDegraded() throws Exception {
        Path progress = home.data().resolve("management/progress");
        assertThat(progress).as("nothing was changed yet").doesNotExist();
        Files.writeString(progress, "garbage");
        Script.Result start = start();
        assertThat(start.status()).isEqualTo(4);
        assertThat(start.output()).contains("cluster changes: This node does not apply what its cluster changes");
        assertThat(status().status()).isEqualTo(4);
        Files.delete(progress);
        awaitReady();

        home.set(MANAGEMENT, "cluster.name", "another");
        await().atMost(SOON).untilAsserted(() -> assertThat(status())
                .satisfies(status -> assertThat(status.status()).isEqualTo(4))
                .extracting(Script.Result::output)
                .asString()
                .contains("cluster changes: This node is part of no cluster", "Set cluster.name back", MANAGEMENT));
        stop();
        start = start();
        assertThat(start.status()).isEqualTo(1);
        assertThat(start.output())
                .contains("cluster changes: This node is part of no cluster", MANAGEMENT)
                .doesNotContain("not ready after");
        home.set(MANAGEMENT, "cluster.name", "default");
        awaitReady();

        String pepper = home.etc().resolve("org.esbmt.pepper").toString();
        home.set(AUTHENTICATION, "pepper.file", "/no/such/folder/pepper");
        await().atMost(SOON).untilAsserted(() -> assertThat(status().output())
                .contains(
                        "messages: The pepper file /no/such/folder/pepper is missing",
                        "pepper.file of etc/" + AUTHENTICATION));
        home.set(AUTHENTICATION, "pepper.file", pepper);
        awaitReady();
    }

    @Test
    @Order(5)
    void theStartScriptReportsTakenPortsOfMessagesAndDatabase() throws Exception {
        int port = URI.create(home.baseUrl()).getPort();
        try (ServerSocket taken = new ServerSocket()) {
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            Script.Result start = start();
            assertThat(start.status()).isEqualTo(1);
            assertThat(start.output())
                    .contains("messages: The JBI component http-bc is not installed")
                    .doesNotContain("not ready after");
        }
        awaitReady();
        stop();

        try (ServerSocket taken = new ServerSocket()) {
            // the bus opens this port later, so no other process may get it
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), FreePorts.next()));
            home.set("org.esbmt.embedded.postgresql.cfg", "port", Integer.toString(taken.getLocalPort()));
            Script.Result start = start();
            assertThat(start.status()).isEqualTo(1);
            assertThat(start.output())
                    .contains("messages: The embedded PostgreSQL does not start.")
                    .contains("another process listens at 127.0.0.1:" + taken.getLocalPort());
        }
        awaitReady();
    }

    private static String defaultOf(String key) {
        return Map.of("pool.size", "8", "cache.entries", "100000", "cache.tenants", "1000")
                .get(key);
    }

    private static Script.Result start() throws IOException, InterruptedException {
        return Script.run(
                home.directory(), List.of("bin/start"), Map.of("ESBMT_START_TIMEOUT", "300"), Duration.ofMinutes(6));
    }

    private static Script.Result status() throws IOException, InterruptedException {
        return Script.run(home.directory(), List.of("bin/status"), Duration.ofSeconds(30));
    }

    /** @param arguments the password, and what follows it */
    private static Script.Result client(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("bin/client", "-u", "admin", "-p"));
        command.addAll(arguments);
        return Script.run(home.directory(), command, Duration.ofMinutes(1));
    }

    private static void awaitReady() throws IOException, InterruptedException {
        try {
            await().atMost(SOON).untilAsserted(() -> assertThat(status())
                    .satisfies(status -> assertThat(status.output()).contains("and is ready"))
                    .extracting(Script.Result::status)
                    .isEqualTo(0));
        } catch (ConditionTimeoutException e) {
            throw new AssertionError("The bus does not become ready. " + threads(), e);
        }
    }

    /** The stacks of the bus's threads, which tell what a bus without a reason waits for. */
    private static String threads() throws IOException, InterruptedException {
        String status = status().output();
        Matcher process = Pattern.compile("process (\\d+)").matcher(status);
        if (!process.find()) {
            return status;
        }
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        return Script.run(home.directory(), List.of(jcmd, process.group(1), "Thread.print"), Duration.ofMinutes(1))
                .output();
    }

    /** The bus's own error lines about a file of etc/. */
    private static List<String> complaintsOf(String file) throws IOException {
        return errors().stream()
                .filter(line -> line.contains("| etc/" + file + ": "))
                .toList();
    }

    private static List<String> log() throws IOException {
        return Distribution.withoutKarafsSecondOpening(Files.readAllLines(home.log()));
    }

    private static List<String> errors() throws IOException {
        return log().stream().filter(line -> line.contains("| ERROR |")).toList();
    }

    private static long stackFrames() throws IOException {
        return log().stream().filter(line -> line.startsWith("\tat ")).count();
    }

    private static long servedAt() throws IOException {
        return Files.readAllLines(home.log()).stream()
                .filter(line -> line.contains("Tenants are served at"))
                .count();
    }

    private static int health(int port) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/health"))
                .timeout(Duration.ofSeconds(30))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }
}
