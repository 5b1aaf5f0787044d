package org.esbmt.itests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.esbmt.demo.AdministrationClient;
import org.esbmt.demo.AssemblyArchive;
import org.esbmt.demo.BackEndProcess;
import org.esbmt.demo.BusHome;
import org.esbmt.demo.BusProcess;
import org.esbmt.demo.FreePorts;
import org.esbmt.demo.Script;
import org.esbmt.demo.Soap;
import org.junit.jupiter.api.Test;

/** The guide's commands for backup and restore, as they stand there, and the way out for who lost the password. */
class RestoredBusIT {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Duration LIMIT = Duration.ofMinutes(4);
    private static final Soap SOAP = new Soap();

    @Test
    void everythingIsBackAfterARestoreAndALostPasswordIsReplaced() throws Exception {
        List<String> guide = commandsOfTheGuide();
        try (Distribution first = Distribution.unpack(RestoredBusIT.class, "first");
                Distribution second = Distribution.unpack(RestoredBusIT.class, "second");
                BackEndProcess backEnd = new BackEndProcess("backend", first.directory())) {
            Path backup = Files.createDirectory(first.directory().resolve("backup"));
            String plainUrl = "http://127.0.0.1:" + FreePorts.next() + "/plain/";
            first.home().set("org.esbmt.http.bc.cfg", "egress.allow", "*@" + backEnd.hostAndPort());

            BusHome.Credentials administrator;
            List<OrdersTenant> tenants = new ArrayList<>();
            try (BusProcess bus = BusProcess.start(first.home())) {
                administrator = first.home().initialAdministrator().orElseThrow();
                try (AdministrationClient administration = new AdministrationClient(bus, administrator)) {
                    for (String name : List.of("acme", "globex")) {
                        tenants.add(OrdersTenant.create(administration, first.home(), name, backEnd));
                    }
                }
                putIntoDeploy(first.home(), plainUrl, backEnd);
                awaitMessages(tenants, plainUrl);

                run(first.home(), guide.get(0), backup);
                awaitMessages(tenants, plainUrl);
                BusProcess.find(first.home()).orElseThrow().stop();
            }
            first.deleteEverythingOfTheBus();

            run(second.home(), guide.get(1), backup);
            try (BusProcess restored = BusProcess.find(second.home()).orElseThrow()) {
                awaitMessages(tenants, plainUrl);
                try (AdministrationClient administration = new AdministrationClient(restored, administrator)) {
                    for (OrdersTenant tenant : tenants) {
                        assertThat(administration.assemblies(tenant.tenant().tenantId()))
                                .containsExactly("orders STARTED");
                    }
                }

                Path reset = Files.writeString(second.home().data().resolve("reset-administrator.txt"), "admin\n");
                restored.stop();
                BusProcess again = BusProcess.start(second.home());
                BusHome.Credentials replaced =
                        second.home().initialAdministrator().orElseThrow();
                assertThat(again.output()).contains("login=admin", "password=" + replaced.password());
                assertThat(reset).doesNotExist();
                assertThatThrownBy(() -> again.connect(administrator)).isInstanceOf(SecurityException.class);
                again.connect(replaced).close();
                assertThat(second.home().initialAdministrator()).isEmpty();
            }
        }
    }

    /** The two blocks of commands in the chapter about backups. */
    private static List<String> commandsOfTheGuide() throws IOException {
        Path guide = Path.of(System.getProperty("guide")).resolveSibling("operations.md");
        String chapter = Files.readString(guide).split("\n## Backup\n", -1)[1].split("\n## ", -1)[0];
        String[] parts = chapter.split("```\n", -1);
        assertThat(parts).as("text, backup, text, restore, text").hasSize(5);
        return List.of(parts[1], parts[3]);
    }

    /** Each of the blocks ends with a start. */
    private static void run(BusHome home, String commands, Path backup) throws IOException, InterruptedException {
        Script.Result result = Script.run(
                home.directory(), List.of("sh", "-e", "-c", commands.replace("/backup", backup.toString())), LIMIT);
        if (result.status() != 0) {
            Script.run(home.directory(), List.of("bin/stop"), LIMIT);
        }
        assertThat(result.status()).as(result.output()).isZero();
    }

    private static void putIntoDeploy(BusHome home, String url, BackEndProcess backEnd) throws IOException {
        Path draft =
                Files.write(home.directory().resolve("plain.zip"), AssemblyArchive.httpAssembly("plain", """
                <beans xmlns:http="http://servicemix.apache.org/http/1.0" xmlns:d="urn:esbmt:demo">
                  <http:soap-consumer service="d:Plain" endpoint="soap" locationURI="%s"
                                      targetService="d:PlainBackEnd" targetEndpoint="soap"/>
                  <http:soap-provider service="d:PlainBackEnd" endpoint="soap" locationURI="%s"/>
                </beans>
                """.formatted(
                                url, backEnd.url())));
        Files.move(draft, home.directory().resolve("deploy/plain.zip"), StandardCopyOption.ATOMIC_MOVE);
    }

    private static void awaitMessages(List<OrdersTenant> tenants, String plainUrl) {
        await().atMost(SOON).ignoreExceptions().untilAsserted(() -> {
            for (OrdersTenant tenant : tenants) {
                assertThat(tenant.send().backEnd()).isEqualTo("backend");
            }
            assertThat(SOAP.send(plainUrl, Soap.envelope("", "<order/>")).backEnd())
                    .isEqualTo("backend");
        });
    }
}
