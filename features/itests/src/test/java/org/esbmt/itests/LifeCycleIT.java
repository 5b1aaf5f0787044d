package org.esbmt.itests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.esbmt.harness.AdministrationClient;
import org.esbmt.harness.AssemblyArchive;
import org.esbmt.harness.BackEndProcess;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.BusProcess;
import org.esbmt.harness.Soap;
import org.junit.jupiter.api.Test;

/** A killed bus restarts with its tenants, a stopped bus leaves no process, and JMX opens ports that were taken at the start. */
class LifeCycleIT {
    private static final String CONTAINERS_JMX = "org.apache.karaf.management.cfg";
    private static final String TENANTS_JMX = "org.esbmt.administration.jmx.cfg";

    private static final Soap SOAP = new Soap();
    private static final String PASSWORD = "correct horse battery staple";
    /** As delivered; the other tests do without. */
    private static final Map<String, String> WITH_VECTORS = Map.of("ESBMT_VECTORS", "on");

    @Test
    void tenantsSurviveAKillAndAStopLeavesNothing() throws Exception {
        try (Distribution distribution = Distribution.asDelivered(LifeCycleIT.class, "");
                BackEndProcess backEnd = new BackEndProcess(
                        "backend", distribution.home().directory().getParent())) {
            BusHome home = distribution.home();
            home.set("org.esbmt.http.bc.cfg", "egress.allow", "*@" + backEnd.hostAndPort());
            try (BusProcess bus = BusProcess.start(home, WITH_VECTORS)) {
                List<AdministrationClient.Tenant> tenants = deploy(home, bus, backEnd);
                ProcessHandle database = database(home);
                for (AdministrationClient.Tenant tenant : tenants) {
                    assertThat(send(home, tenant).status()).isEqualTo(200);
                }

                bus.kill();
                assertThat(bus.status().status()).isEqualTo(1);
                try (BusProcess next = BusProcess.start(home, WITH_VECTORS)) {
                    for (AdministrationClient.Tenant tenant : tenants) {
                        await().atMost(Duration.ofSeconds(20))
                                .untilAsserted(() ->
                                        assertThat(send(home, tenant).status()).isEqualTo(200));
                        assertThat(send(home, tenant).backEnd()).isEqualTo("backend");
                    }
                    assertThat(database(home).pid())
                            .as("the server that the killed bus left is taken over")
                            .isEqualTo(database.pid());
                    await().atMost(Duration.ofMinutes(1)).until(() -> isRecovered(home));

                    next.stop();
                    assertThat(runs(next.process())).isFalse();
                    assertThat(runs(database)).isFalse();
                    assertThat(below(home.directory())).isEmpty();
                    assertThat(next.status().output()).contains("does not run");
                    List<String> log = Files.readAllLines(home.log());
                    assertThat(log).as("two starts and a stop").hasSizeGreaterThan(200);
                    assertThat(log.subList(indexOfSecondStart(log), log.size()))
                            .as("after the kill recovery asks every registry for prepared transactions")
                            .anyMatch(line -> line.contains("Recovery of transactions waits for resources"))
                            .anyMatch(line -> line.contains("Recovery of transactions is done"));
                    assertThat(Distribution.complaints(log)).isEmpty();
                }
            }
        }
    }

    /**
     * Karaf tries once to open its JMX ports, and has no JMX if one of the two is taken. It opens the second one in a thread of
     * its own.
     */
    @Test
    @SuppressWarnings("try") // the test closes the other sockets itself
    void jmxPortsOpenOnceTheyAreFree() throws Exception {
        try (Distribution distribution = Distribution.asDelivered(LifeCycleIT.class, "port");
                Socket registry = new Socket();
                Socket connector = new Socket();
                Socket tenants = new Socket()) {
            BusHome home = distribution.home();
            registry.bind(new InetSocketAddress(
                    InetAddress.getLoopbackAddress(), port(home, CONTAINERS_JMX, "rmiRegistryPort")));
            connector.bind(new InetSocketAddress(
                    InetAddress.getLoopbackAddress(), port(home, CONTAINERS_JMX, "rmiServerPort")));
            tenants.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port(home, TENANTS_JMX, "port")));
            try (BusProcess bus = BusProcess.start(home)) {
                BusHome.Credentials nobody = new BusHome.Credentials("acme/nobody", "whatever it is");
                assertThatThrownBy(() -> BusProcess.connectAtOnce(home.operatorsJmxUrl(), nobody)
                                .close())
                        .isInstanceOf(IOException.class)
                        .hasStackTraceContaining("Connection refused");
                await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertThat(Files.readAllLines(home.log()))
                        .anyMatch(line -> line.contains("Tenants' administrators cannot connect by JMX at port")));

                tenants.close();

                await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertThatThrownBy(
                                () -> BusProcess.connectAtOnce(home.operatorsJmxUrl(), nobody)
                                        .close())
                        .as("the port is open, and refuses the login")
                        .isInstanceOf(SecurityException.class));

                BusHome.Credentials administrator = home.initialAdministrator().orElseThrow();
                assertThatThrownBy(() -> BusProcess.connectAtOnce(home.jmxUrl(), administrator)
                                .close())
                        .isInstanceOf(IOException.class)
                        .hasStackTraceContaining("Connection refused");

                registry.close();

                await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertThatThrownBy(
                                () -> BusProcess.connectAtOnce(home.jmxUrl(), administrator)
                                        .close())
                        .as("there is an RMI registry without an entry")
                        .hasStackTraceContaining("NameNotFoundException"));

                connector.close();

                bus.connect(administrator).close();
                await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertThat(Files.readAllLines(home.log()))
                        .anyMatch(line -> line.contains("The container's JMX port is open.")));
            }
        }
    }

    private static int port(BusHome home, String file, String key) throws IOException {
        return Integer.parseInt(home.get(file, key).orElseThrow());
    }

    /** True once the second start has recovered the transactions of the first one. */
    private static boolean isRecovered(BusHome home) throws IOException {
        List<String> log = Files.readAllLines(home.log());
        return log.subList(indexOfSecondStart(log), log.size()).stream()
                .anyMatch(line -> line.contains("Recovery of transactions is done"));
    }

    private static int indexOfSecondStart(List<String> log) {
        return log.indexOf(log.stream()
                .filter(line -> line.contains("Took over the PostgreSQL server"))
                .findFirst()
                .orElseThrow());
    }

    private static List<AdministrationClient.Tenant> deploy(BusHome home, BusProcess bus, BackEndProcess backEnd)
            throws IOException {
        BusHome.Credentials administrator = home.initialAdministrator().orElseThrow();
        try (AdministrationClient administration = new AdministrationClient(bus, administrator)) {
            List<AdministrationClient.Tenant> tenants = List.of(
                    administration.createTenant("acme", "Acme", "acme-admin", PASSWORD),
                    administration.createTenant("globex", "Globex", "globex-admin", PASSWORD));
            for (AdministrationClient.Tenant tenant : tenants) {
                administration.deploy(tenant, AssemblyArchive.soapProxy("orders", "Orders", "soap", backEnd.url()));
            }
            assertThat(home.initialAdministrator())
                    .as("the first login deletes the password's file")
                    .isEmpty();
            return tenants;
        }
    }

    private static Soap.Answer send(BusHome home, AdministrationClient.Tenant tenant)
            throws IOException, InterruptedException {
        return SOAP.send(
                home.baseUrl() + "/tenant-services/" + tenant.tenantId() + "/Orders/soap",
                Soap.envelope(
                        Soap.tenantContext(tenant.tenantId(), tenant.userId(), tenant.password()),
                        "<order xmlns=\"urn:example\"/>"));
    }

    /** The PostgreSQL server by the process number in its own file. */
    private static ProcessHandle database(BusHome home) throws IOException {
        Path directory = home.data().resolve("postgresql");
        Path elsewhere = directory.resolve("location");
        if (Files.exists(elsewhere)) {
            directory = Path.of(Files.readString(elsewhere).trim());
        }
        List<String> lines = Files.readAllLines(directory.resolve("cluster/postmaster.pid"));
        return ProcessHandle.of(Long.parseLong(lines.get(0).trim())).orElseThrow();
    }

    /** False for a zombie process too, which has no command line any more. */
    private static boolean runs(ProcessHandle process) {
        return process.isAlive() && process.info().commandLine().isPresent();
    }

    /** Command lines that name the directory. */
    private static List<String> below(Path directory) {
        return ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine())
                .flatMap(Optional::stream)
                .filter(command -> command.contains(directory.toString()))
                .toList();
    }
}
