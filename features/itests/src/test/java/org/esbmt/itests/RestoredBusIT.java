package org.esbmt.itests;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.esbmt.harness.AdministrationClient;
import org.esbmt.harness.AssemblyArchive;
import org.esbmt.harness.BackEndProcess;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.BusProcess;
import org.esbmt.harness.FreePorts;
import org.esbmt.harness.Script;
import org.esbmt.harness.Soap;
import org.junit.jupiter.api.Test;

/** The guide's commands for backup and restore, unchanged, and the reset of a lost administrator's password. */
class RestoredBusIT {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final Duration LIMIT = Duration.ofMinutes(4);
    /** The most attempts to kill a backup before it is whole. */
    private static final int KILLS = 5;

    private static final Soap SOAP = new Soap();
    private static final String PASSWORD_OF_ANNA = "anna's own long password";

    @Test
    void everythingIsBackAfterARestoreAndALostPasswordIsReplaced() throws Exception {
        List<String> guide = commandsOfTheGuide();
        try (Distribution first = Distribution.asDelivered(RestoredBusIT.class, "first");
                Distribution second = Distribution.asDelivered(RestoredBusIT.class, "second");
                BackEndProcess backEnd = new BackEndProcess("backend", first.directory())) {
            Path place = Files.createDirectory(first.directory().resolve("places"));
            Path data = place.resolve("backup");
            Path secrets = place.resolve("vault");
            String plainUrl = "http://127.0.0.1:" + FreePorts.next() + "/plain/";
            first.home().set("org.esbmt.http.bc.cfg", "egress.allow", "*@" + backEnd.hostAndPort());

            BusHome.Credentials administrator;
            List<OrdersTenant> tenants = new ArrayList<>();
            String anna;
            List<String> acknowledged;
            try (BusProcess bus = BusProcess.start(first.home())) {
                administrator = first.home().initialAdministrator().orElseThrow();
                try (AdministrationClient administration = new AdministrationClient(bus, administrator)) {
                    for (String name : List.of("acme", "globex")) {
                        tenants.add(OrdersTenant.create(administration, first.home(), name, backEnd));
                    }
                    anna = administration.addUser(tenants.get(0).tenant(), "anna", PASSWORD_OF_ANNA);
                }
                putIntoDeploy(first.home(), plainUrl, backEnd);
                awaitMessages(tenants, plainUrl);

                try (Messages traffic = new Messages(tenants.get(1));
                        Changes changes = new Changes(bus, administrator)) {
                    killedBackupIsNotRestored(first.home(), second.home(), place);
                    await().atMost(LIMIT).until(() -> !changes.acknowledged().isEmpty());
                    acknowledged = changes.acknowledged();
                    run(first.home(), guide.get(0), place);
                    assertThat(changes.failures())
                            .as("changes during the backup")
                            .isEmpty();
                    assertThat(traffic.failures())
                            .as("messages during the backup")
                            .isEmpty();
                }
                assertThat(acknowledged).isNotEmpty();
                awaitMessages(tenants, plainUrl);
                refusedToOverwrite(first.home(), data, secrets);
                bus.kill();
            }
            forTheOwnerOnly(data);
            forTheOwnerOnly(secrets);
            keysAreWithTheSecretsOnly(first.home(), data, secrets);
            first.deleteEverythingOfTheBus();

            damagedOnesAreRefused(second.home(), data, secrets, place);
            run(second.home(), guide.get(1), place);
            try (BusProcess restored = BusProcess.find(second.home()).orElseThrow()) {
                awaitMessages(tenants, plainUrl);
                assertThat(tenants.get(0).send(anna, PASSWORD_OF_ANNA).status()).isEqualTo(200);
                assertThat(tenants.get(0).send(anna, "another password").faultCode())
                        .isEqualTo("NOT_AUTHENTICATED");
                try (AdministrationClient administration = new AdministrationClient(restored, administrator)) {
                    for (OrdersTenant tenant : tenants) {
                        assertThat(administration.assemblies(tenant.tenant().tenantId()))
                                .containsExactly("orders STARTED");
                    }
                    assertThat(administration.tenants("", 1_000)).containsAll(acknowledged);
                    allOrNothingOfEachTenant(administration);
                    assertThat(administration.awaitSameState(1, SOON))
                            .singleElement()
                            .extracting(AdministrationClient.Node::state)
                            .isEqualTo("UP");
                    OrdersTenant later = OrdersTenant.create(administration, second.home(), "later", backEnd);
                    await().atMost(SOON)
                            .untilAsserted(
                                    () -> assertThat(later.send().backEnd()).isEqualTo("backend"));
                }
                refusedWhereABusWas(second.home(), data, secrets);

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

    /** Kills the program during the copy. No folder has its final name, and bin/restore refuses the unfinished ones. */
    private static void killedBackupIsNotRestored(BusHome home, BusHome elsewhere, Path place) throws Exception {
        Path data = place.resolve("killed");
        Path secrets = place.resolve("killed-secrets");
        Path unfinished = place.resolve("killed.unfinished");
        killed(home, data, secrets, unfinished);
        // A backup that is whole before its kill has renamed the folder of the secrets first.
        for (int i = 1; i < KILLS && Files.exists(secrets); i++) {
            for (Path each : List.of(data, secrets, unfinished)) {
                BusHome.delete(each);
            }
            killed(home, data, secrets, unfinished);
        }
        assertThat(data).doesNotExist();
        assertThat(secrets).doesNotExist();
        for (Path each : List.of(data, unfinished)) {
            Script.Result refused = script(
                    elsewhere,
                    "bin/restore",
                    each.toString(),
                    place.resolve("killed-secrets.unfinished").toString());
            assertThat(refused.status()).as(refused.output()).isEqualTo(1);
        }
        Script.Result again = script(home, "bin/backup", data.toString(), secrets.toString());
        assertThat(again.status()).as(again.output()).isEqualTo(1);
        assertThat(again.output()).contains("a bin/backup that was broken off has left it. Delete it.");
    }

    private static void killed(BusHome home, Path data, Path secrets, Path unfinished) throws Exception {
        Process backup = new ProcessBuilder("bin/backup", data.toString(), secrets.toString())
                .directory(home.directory().toFile())
                .redirectErrorStream(true)
                .redirectOutput(data.resolveSibling("killed.out").toFile())
                .start();
        try {
            await().atMost(LIMIT)
                    .until(() -> Files.exists(unfinished.resolve("cluster/global/pg_control")) || !backup.isAlive());
        } finally {
            backup.destroyForcibly().waitFor();
        }
    }

    private static void refusedToOverwrite(BusHome home, Path data, Path secrets) throws Exception {
        Path dangling = Files.createSymbolicLink(data.resolveSibling("dangling"), data.resolveSibling("nowhere"));
        for (List<Path> folders : List.of(
                List.of(data, secrets.resolveSibling("new")),
                List.of(data.resolveSibling("new"), secrets),
                List.of(dangling, data.resolveSibling("new")),
                List.of(data.resolveSibling("new"), data.resolveSibling("new.unfinished")),
                List.of(data.resolveSibling("new"), home.data().resolve("new")))) {
            Script.Result refused = script(
                    home,
                    "bin/backup",
                    folders.get(0).toString(),
                    folders.get(1).toString());
            assertThat(refused.status()).as(refused.output()).isEqualTo(1);
            assertThat(refused.output())
                    .containsAnyOf("is not overwritten", "which is copied", "is for a backup under way");
        }
        assertThat(data.resolveSibling("new")).doesNotExist();
        assertThat(data.resolveSibling("new.unfinished")).doesNotExist();
    }

    private static void forTheOwnerOnly(Path part) throws IOException {
        try (Stream<Path> all = Files.walk(part)) {
            assertThat(all.toList()).hasSizeGreaterThan(10).allSatisfy(path -> assertThat(
                            PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .as(path.toString())
                    .endsWith("------"));
        }
    }

    private static void keysAreWithTheSecretsOnly(BusHome home, Path data, Path secrets) throws IOException {
        List<String> keys = new ArrayList<>();
        for (Path key : List.of(
                home.etc().resolve("org.esbmt.pepper"),
                home.data().resolve("management/seal.key"),
                home.etc().resolve("org.esbmt.sealing-keys"),
                secrets.resolve("data/postgresql.password"))) {
            keys.add(Files.readString(key).strip());
        }
        assertThat(Files.readString(secrets.resolve("etc/org.esbmt.pepper")).strip())
                .isEqualTo(keys.get(0));
        assertThat(Files.readString(secrets.resolve("data/seal.key")).strip()).isEqualTo(keys.get(1));
        assertThat(Files.readString(secrets.resolve("etc/org.esbmt.sealing-keys"))
                        .strip())
                .isEqualTo(keys.get(2));
        try (Stream<Path> all = Files.walk(data)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file, ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain(keys);
            }
        }
    }

    /** bin/restore refuses each damaged copy before it changes anything. */
    private static void damagedOnesAreRefused(BusHome home, Path data, Path secrets, Path place) throws Exception {
        List<String> exchanged = List.of(secrets.toString(), data.toString());
        Path changed = copy(data, place.resolve("changed"));
        Path log = changed.resolve("cluster/PG_VERSION");
        Files.writeString(log, Files.readString(log).replace('1', '2'));
        Path lost = copy(data, place.resolve("lost"));
        Files.delete(lost.resolve("node/management/progress"));
        Path cut = copy(data, place.resolve("cut"));
        List<String> manifest = Files.readAllLines(cut.resolve("MANIFEST"));
        Files.write(cut.resolve("MANIFEST"), manifest.subList(0, manifest.size() - 5));
        Path more = copy(secrets, place.resolve("more"));
        Files.writeString(more.resolve("etc/org.esbmt.more.cfg"), "more = yes\n");
        for (List<String> folders : List.of(
                exchanged,
                List.of(changed.toString(), secrets.toString()),
                List.of(lost.toString(), secrets.toString()),
                List.of(cut.toString(), secrets.toString()),
                List.of(data.toString(), more.toString()))) {
            Script.Result refused = script(home, "bin/restore", folders.get(0), folders.get(1));
            assertThat(refused.status()).as(folders + refused.output()).isEqualTo(1);
            assertThat(refused.output()).containsAnyOf("is damaged", "name that of the data first");
        }
        assertThat(home.data().resolve("management")).doesNotExist();
        assertThat(home.etc().resolve("org.esbmt.pepper")).doesNotExist();
    }

    private static Path copy(Path from, Path to) throws Exception {
        assertThat(Script.run(from.getParent(), List.of("cp", "-a", from.toString(), to.toString()), LIMIT)
                        .status())
                .isZero();
        return to;
    }

    private static void refusedWhereABusWas(BusHome home, Path data, Path secrets) throws Exception {
        Script.Result refused = script(home, "bin/restore", data.toString(), secrets.toString());
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.output()).contains("the bus runs");
    }

    /** The tenant registry and the configuration registry have the state of one moment. */
    private static void allOrNothingOfEachTenant(AdministrationClient administration) throws IOException {
        for (String name : administration.tenants("", 1_000)) {
            assertThat(administration.used(administration.findTenant(name), "USERS"))
                    .as("users that are counted for " + name)
                    .isPositive();
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

    /** Runs commands with the common umask 022, under which everybody may read new files. */
    private static void run(BusHome home, String commands, Path place) throws IOException, InterruptedException {
        String here = commands.replace("/backup/monday", place.resolve("backup").toString())
                .replace("/vault/monday", place.resolve("vault").toString());
        assertThat(here).isNotEqualTo(commands);
        Script.Result result = Script.run(home.directory(), List.of("sh", "-e", "-c", "umask 022\n" + here), LIMIT);
        if (result.status() != 0) {
            Script.run(home.directory(), List.of("bin/stop"), LIMIT);
        }
        assertThat(result.status()).as(result.output()).isZero();
    }

    private static Script.Result script(BusHome home, String... command) throws IOException, InterruptedException {
        return Script.run(home.directory(), List.of(command), LIMIT);
    }

    /** Sends messages one after the other until it is closed, and records each failure. */
    private static final class Messages implements AutoCloseable {
        private final List<String> failures = new CopyOnWriteArrayList<>();
        private final Loop loop;

        Messages(OrdersTenant tenant) {
            loop = new Loop(failures, number -> {
                int status = tenant.send().status();
                if (status != 200) {
                    failures.add("message " + number + " had status " + status);
                }
            });
        }

        List<String> failures() {
            return failures;
        }

        @Override
        public void close() {
            loop.close();
        }
    }

    /** Creates tenants one after the other until it is closed. */
    private static final class Changes implements AutoCloseable {
        private final List<String> failures = new CopyOnWriteArrayList<>();
        private final List<String> acknowledged = new CopyOnWriteArrayList<>();
        private final AdministrationClient administration;
        private final Loop loop;

        Changes(BusProcess bus, BusHome.Credentials administrator) throws IOException {
            administration = new AdministrationClient(bus, administrator);
            loop = new Loop(failures, number -> {
                String name = "tenant-" + number;
                administration.createTenant(name, name, "admin", OrdersTenant.PASSWORD);
                acknowledged.add(name);
            });
        }

        List<String> failures() {
            return failures;
        }

        /** The names of the tenants created until now. */
        List<String> acknowledged() {
            return List.copyOf(acknowledged);
        }

        @Override
        public void close() throws IOException {
            try (administration) {
                loop.close();
            }
        }
    }

    /** Repeats a step in a thread of its own until it is closed. */
    private static final class Loop implements AutoCloseable {
        private final Thread thread;
        private volatile boolean closed;

        private interface Step {
            void run(int number) throws Exception;
        }

        Loop(List<String> failures, Step step) {
            thread = new Thread(() -> {
                for (int i = 0; !closed; i++) {
                    try {
                        step.run(i);
                    } catch (Exception e) {
                        failures.add(e.toString());
                    }
                }
            });
            thread.setDaemon(true);
            thread.start();
        }

        @Override
        public void close() {
            closed = true;
            try {
                thread.join(LIMIT.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
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
