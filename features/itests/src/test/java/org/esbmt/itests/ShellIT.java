package org.esbmt.itests;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.apache.sshd.common.SshException;
import org.esbmt.harness.AssemblyArchive;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.BusProcess;
import org.esbmt.harness.Script;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The shell over SSH and by bin/client. */
class ShellIT {
    private static Distribution distribution;
    private static BusHome home;
    private static BusProcess bus;
    private static BusHome.Credentials administrator;

    @BeforeAll
    static void start() throws Exception {
        distribution = Distribution.unpack(ShellIT.class);
        home = distribution.home();
        bus = BusProcess.start(home);
        administrator = home.initialAdministrator().orElseThrow();
    }

    @AfterAll
    static void stop() throws Exception {
        try (AutoCloseable last = distribution;
                AutoCloseable running = bus) {
            assertThat(List.of(last, running)).hasSize(2);
        }
    }

    @Test
    void generatedAdministratorLogsInAndRunsACommand() throws Exception {
        SshShell.Result status = run("esbmt:status");
        assertThat(status.output()).contains("Version", version(), "Tenant registry", "reachable");
        assertThat(status.status()).isZero();

        SshShell.Result refused = run("esbmt:tenant-show nobody");
        assertThat(refused.output()).contains("NOT_FOUND: there is no tenant 'nobody'");
        assertThat(refused.status()).isNotZero();
        assertThat(home.initialAdministrator())
                .as("the first login deletes the password's file")
                .isEmpty();
        assertThat(audit()).contains("logIn by " + administrator.login() + ": done.");
    }

    @Test
    void nobodyElseLogsIn() throws Exception {
        Path password = Files.writeString(home.directory().resolveSibling("password.txt"), "correct horse battery\n");
        SshShell.Result created =
                run("esbmt:tenant-create --administrator boss --password-file " + password + " shell-tenant");
        assertThat(created.status()).as(created.output()).isZero();
        for (BusHome.Credentials wrong : List.of(
                new BusHome.Credentials(administrator.login(), "not the password"),
                new BusHome.Credentials("karaf", "karaf"),
                new BusHome.Credentials("admin", "admin"),
                new BusHome.Credentials("boss", "correct horse battery"))) {
            assertThatThrownBy(() -> SshShell.logIn(home, wrong).close())
                    .as(wrong.login())
                    .isInstanceOf(SshException.class)
                    .hasMessageContaining("No more authentication methods available");
        }
        assertThat(audit())
                .contains(
                        "logIn by " + administrator.login() + ": refused, wrong password.",
                        "logIn by karaf: refused, no active administrator has that login.",
                        "logIn by boss: refused, no active administrator has that login.");
    }

    @Test
    void wrongPasswordsFromOneAddressDoNotDelayLoginsFromAnother() throws Exception {
        BusHome.Credentials guess = new BusHome.Credentials(administrator.login(), "a guess");
        InetAddress elsewhere = InetAddress.getByAddress(new byte[] {127, 0, 0, 2});
        ExecutorService guessers = Executors.newFixedThreadPool(4);
        List<Future<?>> guessing = new ArrayList<>();
        CountDownLatch enough = new CountDownLatch(1);
        try {
            // More guessers than SSH has threads for them. Their pause leaves processor time for the measured login.
            for (int i = 0; i < 4; i++) {
                guessing.add(guessers.submit(() -> {
                    do {
                        assertThatThrownBy(() ->
                                        SshShell.logIn(home, guess, elsewhere).close())
                                .isInstanceOf(SshException.class);
                    } while (!enough.await(250, TimeUnit.MILLISECONDS));
                    return null;
                }));
            }
            await().atMost(Duration.ofMinutes(1)).until(() -> audit().stream()
                    .anyMatch(line -> line.contains("refused, it came too soon after wrong passwords")));
            List<Duration> took = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                long before = System.nanoTime();
                assertThat(run("esbmt:status").status()).isZero();
                took.add(Duration.ofNanos(System.nanoTime() - before));
            }
            // A login behind guessers would take 15 s and more: each of them delays a thread for 5 s. The median does
            // not measure a single pause of the machine.
            assertThat(took.stream().sorted().toList().get(2)).as("of %s", took).isLessThan(Duration.ofSeconds(12));
        } finally {
            enough.countDown();
            guessers.shutdown();
        }
        for (Future<?> one : guessing) {
            one.get(1, TimeUnit.MINUTES);
        }
    }

    /** Karaf itself reads the roles once, at the login. */
    @Test
    void aLockedAdministratorHasNoRightsInOpenSessions() throws Exception {
        BusHome.Credentials nina = new BusHome.Credentials("nina", "correct horse battery staple");
        Path password = Files.writeString(home.directory().resolveSibling("nina.txt"), nina.password() + "\n");
        SshShell.Result added =
                run("esbmt:system-user-add --role SYSTEM_ADMIN --password-file " + password + " " + nina.login());
        assertThat(added.status()).as(added.output()).isZero();
        ObjectName runtime = new ObjectName("java.lang:type=Runtime");
        try (SshShell first = SshShell.logIn(home, nina);
                SshShell second = SshShell.logIn(home, nina);
                JMXConnector connector = bus.connect(nina)) {
            MBeanServerConnection jmx = connector.getMBeanServerConnection();
            assertThat(jmx.getAttribute(runtime, "Name")).isNotNull();
            assertThat(first.run("bundle:list").output()).contains("Active");

            assertThat(run("esbmt:system-user-lock " + nina.login()).status()).isZero();

            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThatThrownBy(() -> jmx.getAttribute(runtime, "Name"))
                            .isInstanceOf(SecurityException.class));
            assertThatThrownBy(() ->
                            jmx.invoke(new ObjectName("java.lang:type=Memory"), "gc", new Object[0], new String[0]))
                    .isInstanceOf(SecurityException.class);
            SshShell.Result refused = second.run("bundle:list");
            assertThat(refused.output()).doesNotContain("Active");
            assertThat(refused.status()).as(refused.output()).isNotZero();
        }
    }

    @Test
    void aLoginByKeyIsRefused() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(3072);
        var key = generator.generateKeyPair();

        assertThatThrownBy(
                        () -> SshShell.logIn(home, administrator.login(), key).close())
                .isInstanceOf(SshException.class);
    }

    @Test
    void theWelcomeTextNamesTheBusAndItsRelease() throws Exception {
        try (SshShell shell = SshShell.logIn(home, administrator)) {
            assertThat(shell.welcome())
                    .contains("ESB-MT " + version(), "esbmt:status", "help esbmt", "logout")
                    .doesNotContain("Apache Karaf", "${");
        }
    }

    @Test
    void theAuditLogNamesTheAdministratorWhoStopsAnAssemblysBundle() throws Exception {
        Path archive = Files.write(
                home.directory().resolveSibling("orders.zip"),
                AssemblyArchive.soapProxy("orders", "Orders", "soap", "http://127.0.0.1:9/"));
        Path password = Files.writeString(home.directory().resolveSibling("bundles.txt"), "correct horse battery\n");
        assertThat(run("esbmt:tenant-create --password-file " + password + " bundles")
                        .status())
                .isZero();
        SshShell.Result notTheirs = run("esbmt:assembly-deploy bundles " + archive);
        assertThat(notTheirs.output()).contains("FORBIDDEN: '" + administrator.login() + "' may not deployAssembly");
        assertThat(notTheirs.status()).isNotZero();
        assertThat(run("esbmt:assembly-deploy --as bundles/admin --as-password-file " + password + " bundles "
                                + archive)
                        .output())
                .contains("Assembly orders is STARTED");
        assertThat(run("esbmt:user-list --as bundles/admin --as-password-file " + password + " another")
                        .output())
                .contains(
                        "FORBIDDEN: 'bundles/admin' is of tenant bundles and may not do esbmt:user-list for another tenant");
        assertThat(run("esbmt:assembly-list --as bundles/admin bundles").output())
                .contains("this session has no terminal to ask on");
        String bundle = run("bundle:list -l")
                .output()
                .lines()
                .filter(line -> line.contains("esbmt:") && line.contains("/orders"))
                .map(line -> line.substring(0, line.indexOf(' ', 1)).strip())
                .findFirst()
                .orElseThrow();
        assertThat(run("bundle:stop " + bundle).status()).isZero();
        assertThat(run("esbmt:assembly-list bundles").output()).contains("SHUTDOWN");
        assertThat(audit())
                .anyMatch(line -> line.matches("deployAssembly by bundles/admin \\(shell of " + administrator.login()
                        + "\\) on assembly orders of tenant \\S+: done\\."))
                .anyMatch(line -> line.matches("shutDownAssembly by " + administrator.login()
                        + " \\(bundle\\) on assembly orders of tenant \\S+: done\\."));
    }

    @Test
    void aQuotaIsChangedOnceIsEnforcedAndIsInAnIntactAudit() throws Exception {
        Path password = Files.writeString(home.directory().resolveSibling("ceilings.txt"), "correct horse battery\n");
        assertThat(run("esbmt:tenant-create --password-file " + password + " ceilings")
                        .status())
                .isZero();
        assertThat(run("esbmt:quota-list ceilings").output())
                .containsPattern("USERS .* 1 .* 10000 ")
                .containsPattern("REGISTRY_BYTES .* 4294967296 ");

        String change = "esbmt:quota-change --operation " + UUID.randomUUID() + " --revision 1 ceilings USERS 1";
        for (int i = 0; i < 2; i++) {
            assertThat(run(change).output()).contains("Quota USERS of tenant ceilings is 1, revision 2.");
        }
        assertThat(run("esbmt:quota-change --revision 1 ceilings USERS 5").output())
                .contains("STALE: ");
        assertThat(run("esbmt:user-add --as ceilings/admin --as-password-file " + password + " ceilings one-too-many")
                        .output())
                .contains("EXCEEDED: ");
        assertThat(run("esbmt:contingent-grant --role TENANT_USER ceilings USERS 1")
                        .output())
                .contains("FORBIDDEN: ");

        String audit = run("esbmt:audit-list ceilings").output();
        assertThat(audit)
                .containsOnlyOnce("changeQuota by " + administrator.login() + " of the installation")
                .contains("before    hard 10000", "after     hard 1");
        assertThat(run("esbmt:audit-verify ceilings").output()).contains("The chain is whole. Its head is ");
        assertThat(run("esbmt:audit-verify").output()).contains("The chain is whole. Its head is ");
    }

    @Test
    void clientRunsACommandWithoutATerminal() throws Exception {
        assertThat(client("esbmt:status").output()).contains("Tenant registry  reachable");
        assertThat(client("esbmt:status").status()).isZero();
        assertThat(client("--", "esbmt:tenant-list", "--name", "nobody").status())
                .isZero();

        Script.Result refused = client("esbmt:tenant-show", "nobody");
        assertThat(refused.output()).contains("NOT_FOUND: there is no tenant 'nobody'");
        assertThat(refused.status()).isEqualTo(1);

        Path commands = Files.writeString(
                home.directory().resolveSibling("commands.txt"), "esbmt:status\nesbmt:tenant-show nobody\n");
        Script.Result several = client("-f", commands.toString());
        assertThat(several.output()).contains("Tenant registry  reachable", "NOT_FOUND");
        assertThat(several.status()).isEqualTo(1);
    }

    @Test
    void clientWithoutATerminalExplainsTheOptionsOfLoginAndPassword() throws Exception {
        Script.Result nobodyToAsk = Script.run(
                home.directory(),
                List.of("bin/client", "-u", administrator.login(), "esbmt:status"),
                Duration.ofMinutes(1));
        assertThat(nobodyToAsk.output()).contains("use -u and -p");
        assertThat(nobodyToAsk.status()).isEqualTo(1);

        assertThat(client("esbmt:status").output()).doesNotContain("bin/client:");
    }

    /** The client sends the contents of the files. The bus does not read files of its own machine by these names. */
    @Test
    void filesAreSentOverSshAndByTheClient() throws Exception {
        String password = "correct horse battery staple\n";
        byte[] archive = AssemblyArchive.soapProxy("sent", "Sent", "soap", "http://127.0.0.1:9/");
        byte[] both = concatenated(password.getBytes(UTF_8), archive);
        String asTheirs = "--as sender/admin --as-password-file - sender ";

        SshShell.Result created = run("esbmt:tenant-create --password-file - sender", password.getBytes(UTF_8));
        assertThat(created.status()).as(created.output()).isZero();
        assertThat(run("esbmt:assembly-deploy sender sent.zip").output())
                .contains("sent.zip", "name a file on the machine of the bus, or - and to send one");
        assertThat(run("esbmt:assembly-deploy " + asTheirs + "-", both).output())
                .contains("Assembly sent is STARTED");
        assertThat(run("esbmt:assembly-deploy " + asTheirs + "-", password.getBytes(UTF_8))
                        .output())
                .contains("INVALID: nothing was sent for '-'");
        SshShell.Result cut = run("esbmt:assembly-switch " + asTheirs + "-", Arrays.copyOf(both, both.length - 30));
        assertThat(cut.output()).contains("INVALID: ");
        SshShell.Result notTheirs = run("esbmt:assembly-switch sender -", archive);
        assertThat(notTheirs.output()).contains("FORBIDDEN: '" + administrator.login() + "' may not ");
        SshShell.Result tooLarge =
                run("esbmt:assembly-switch " + asTheirs + "-", concatenated(both, new byte[(64 << 20) + 1]));
        assertThat(tooLarge.output()).contains("INVALID: ");

        Path mine = Files.createDirectories(home.directory().resolveSibling("mine"));
        Files.write(mine.resolve("both"), both);
        Script.Result sent = Script.run(
                mine,
                List.of(
                        "sh",
                        "-c",
                        home.directory().resolve("bin/client") + " -u " + administrator.login() + " -p "
                                + administrator.password() + " -- esbmt:assembly-switch " + asTheirs + "- <both"),
                Duration.ofMinutes(2));
        assertThat(sent.output()).contains("Assembly sent is STARTED");
        assertThat(sent.status()).isZero();
        Script.Result refused = Script.run(
                mine,
                List.of(
                        "sh",
                        "-c",
                        home.directory().resolve("bin/client") + " -u " + administrator.login()
                                + " -p wrong 'esbmt:assembly-switch sender -' <both"),
                Duration.ofMinutes(2));
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.output()).contains("No more authentication methods available");

        Script.Result closed = Script.run(
                mine,
                List.of(
                        "sh",
                        "-c",
                        home.directory().resolve("bin/client") + " -u " + administrator.login() + " -p "
                                + administrator.password() + " 'esbmt:component-install -' <&-"),
                Duration.ofMinutes(2));
        assertThat(closed.output()).contains("INVALID: nothing was sent for '-'");

        Path hostKey = home.etc().resolve("host.key.pub");
        String kept = Files.readString(hostKey);
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(3072);
        Files.writeString(
                hostKey,
                "-----BEGIN PUBLIC KEY-----\n"
                        + Base64.getMimeEncoder()
                                .encodeToString(
                                        generator.generateKeyPair().getPublic().getEncoded())
                        + "\n-----END PUBLIC KEY-----\n");
        try {
            Script.Result impostor = Script.run(
                    mine,
                    List.of(
                            "sh",
                            "-c",
                            home.directory().resolve("bin/client") + " -u " + administrator.login() + " -p "
                                    + administrator.password() + " 'esbmt:assembly-switch sender -' <both"),
                    Duration.ofMinutes(2));
            assertThat(impostor.status()).isEqualTo(1);
            assertThat(impostor.output()).contains("does not prove to be this bus");
        } finally {
            Files.writeString(hostKey, kept);
        }
    }

    private static byte[] concatenated(byte[] first, byte[] second) {
        byte[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }

    /** Runs a command as the administrator, with this input. */
    private static SshShell.Result run(String command, byte[] input) throws IOException {
        try (SshShell shell = SshShell.logIn(home, administrator)) {
            return shell.run(command, input);
        }
    }

    private static String version() {
        return home.directory().getFileName().toString().substring("esbmt-".length());
    }

    /** Runs a command as the administrator. */
    private static SshShell.Result run(String command) throws IOException {
        try (SshShell shell = SshShell.logIn(home, administrator)) {
            return shell.run(command);
        }
    }

    /** Runs bin/client with an empty standard input, as cron does. */
    private static Script.Result client(String... arguments) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("bin/client", "-u", administrator.login(), "-p", administrator.password()));
        command.addAll(List.of(arguments));
        return Script.run(home.directory(), command, Duration.ofMinutes(1));
    }

    /** The entries of the audit log. */
    private static List<String> audit() throws IOException {
        return Files.readAllLines(home.log()).stream()
                .filter(line -> line.contains("| audit "))
                .map(line -> line.substring(line.lastIndexOf(" | ") + 3))
                .toList();
    }
}
