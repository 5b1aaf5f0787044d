package org.esbmt.embedded.postgresql.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.esbmt.testing.FreePorts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The life of a server and its data while JVMs and servers start, stop and are killed. */
@Timeout(300)
class ServerLifeTest {

    @RegisterExtension
    static final Fixture FIXTURE = new Fixture();

    private static final Duration LIMIT = Duration.ofSeconds(60);

    @Test
    void aKilledJvmsServerIsTakenOverWithItsData() throws Exception {
        Path directory = FIXTURE.usedDirectory();
        Process jvm = FIXTURE.jvm(directory, 600);
        long[] before = Fixture.up(jvm);
        Fixture.kill9(jvm);

        try (EmbeddedPostgres server = FIXTURE.builder(directory).start()) {
            assertThat(server.pid()).isEqualTo(before[0]);
            assertThat(server.port()).isEqualTo((int) before[1]);
            execute(server, "create table kept as select 42 as answer");
        }
        try (EmbeddedPostgres server = FIXTURE.builder(directory).start()) {
            assertThat(server.pid()).isNotEqualTo(before[0]);
            assertThat(answer(server)).isEqualTo(42);
        }
    }

    @Test
    void anOrphanWithoutATakeoverStopsByItself() throws Exception {
        Path directory = FIXTURE.usedDirectory();
        Process jvm = FIXTURE.jvm(directory, 1);
        PostmasterFile orphan = new PostmasterFile(Fixture.up(jvm)[0], 0, "");
        Fixture.kill9(jvm);

        await().atMost(LIMIT).until(() -> !orphan.isServerOf(directory.resolve("cluster")));
    }

    @Test
    void theGuardianOfAServerThatWasTakenOverDoesNothing() throws Exception {
        Path directory = FIXTURE.usedDirectory();
        Process jvm = FIXTURE.jvm(directory, 600);
        long[] before = Fixture.up(jvm);
        Fixture.kill9(jvm);

        // A shell that begins a program is seen twice for a moment.
        List<Long> ofTheKilled = await().atMost(LIMIT).until(() -> guardians(directory), found -> found.size() == 1);
        try (EmbeddedPostgres server = FIXTURE.builder(directory).start()) {
            await().atMost(LIMIT).until(() -> !guardians(directory).containsAll(ofTheKilled));
            assertThat(server.pid()).isEqualTo(before[0]);
            assertThat(connects(server)).isTrue();
        }
        await().atMost(LIMIT).until(() -> guardians(directory).isEmpty());
    }

    @Test
    void anOrphanWithOtherSettingsIsStartedAnew() throws Exception {
        Path directory = FIXTURE.usedDirectory();
        Process jvm = FIXTURE.jvm(directory, 600);
        long[] before = Fixture.up(jvm);
        Fixture.kill9(jvm);

        PostgresSettings defaults = PostgresSettings.defaults();
        PostgresSettings other = new PostgresSettings(
                0, 21, "16MB", defaults.startLimit(), defaults.stopLimit(), defaults.orphanLimit());
        try (EmbeddedPostgres server =
                FIXTURE.builder(directory).settings(other).start()) {
            assertThat(server.pid()).isNotEqualTo(before[0]);
            try (Connection connection = connect(server);
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("show max_connections")) {
                row.next();
                assertThat(row.getInt(1)).isEqualTo(21);
            }
        }
    }

    @Test
    void aSecondJvmIsRefusedWithASentence() throws Exception {
        Path directory = FIXTURE.usedDirectory();
        Process jvm = FIXTURE.jvm(directory, 1);
        long[] first = Fixture.up(jvm);

        assertThatThrownBy(() -> FIXTURE.builder(directory).start())
                .isInstanceOf(EmbeddedPostgresException.class)
                .hasMessageStartingWith("Another bus uses the embedded PostgreSQL in " + directory);
        assertThat(new PostmasterFile(first[0], 0, "").isServerOf(directory.resolve("cluster")))
                .isTrue();
        jvm.getOutputStream().close();
        assertThat(jvm.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aKilledServerIsStartedAgainOnItsPortWithItsData() throws Exception {
        int port = FreePorts.next();
        Path directory = FIXTURE.usedDirectory();
        startAt(directory, port);
        try (EmbeddedPostgres server = FIXTURE.builder(directory).start()) {
            long pid = server.pid();
            assertThat(server.port()).isEqualTo(port);
            execute(server, "create table kept as select 42 as answer");
            for (int kill = 0; kill < 2; kill++) {
                long killed = server.pid();
                ProcessHandle.of(killed).orElseThrow().destroyForcibly();
                await().atMost(LIMIT).until(() -> server.pid() != killed && connects(server));
            }
            assertThat(server.pid()).isNotEqualTo(pid);
            assertThat(server.port()).isEqualTo(port);
            assertThat(answer(server)).isEqualTo(42);
        }
    }

    @Test
    void aPortTakenMeanwhileIsReplacedByAnother() throws Exception {
        int port = FreePorts.next();
        Path directory = FIXTURE.usedDirectory();
        startAt(directory, port);
        try (ServerDirectory home = ServerDirectory.open(directory, Optional.empty(), Optional.empty())) {
            Postmaster postmaster = postmaster(home, directory, PostgresSettings.defaults());
            assertThat(postmaster.ensureRunning().port()).isEqualTo(port);
            postmaster.stop();
            try (ServerSocket squatter =
                    new ServerSocket(port, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
                assertThat(postmaster.ensureRunning().port()).isNotEqualTo(squatter.getLocalPort());
            } finally {
                postmaster.stop();
            }
        }
    }

    /**
     * Starts a server to be taken over. Its port belongs to this JVM, so no other process takes it while the server is
     * down.
     */
    private static void startAt(Path directory, int port) throws Exception {
        PostgresSettings defaults = PostgresSettings.defaults();
        PostgresSettings settings = new PostgresSettings(
                port,
                defaults.maxConnections(),
                defaults.sharedBuffers(),
                defaults.startLimit(),
                defaults.stopLimit(),
                defaults.orphanLimit());
        try (ServerDirectory home = ServerDirectory.open(directory, Optional.empty(), Optional.empty())) {
            PostmasterFile server = postmaster(home, directory, settings).ensureRunning();
            assertThat(server.port()).isEqualTo(port);
        }
    }

    private static Postmaster postmaster(ServerDirectory home, Path directory, PostgresSettings settings)
            throws Exception {
        Binaries binaries = Binaries.find(Optional.of(FIXTURE.installation()), directory, home.user());
        return new Postmaster(home, binaries, settings, directory.resolve("postgresql.log"));
    }

    @Test
    void aConfiguredPortThatIsTakenIsAnErrorThatNamesIt() throws Exception {
        try (ServerSocket squatter = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            int port = squatter.getLocalPort();
            EmbeddedPostgres.Builder builder =
                    FIXTURE.builder(FIXTURE.usedDirectory()).port(port);
            assertThatThrownBy(builder::start)
                    .isInstanceOf(EmbeddedPostgresException.class)
                    .hasMessageContaining("does not start")
                    .hasMessageContaining("Address already in use");
        }
    }

    @Test
    void aProcessFileWithAnotherProcessesNumberIsStale() throws Exception {
        Path directory = FIXTURE.usedDirectory();
        SystemUser user = SystemUser.choose("nobody");
        Process stranger = new ProcessBuilder(user.as(List.of("sleep", "60"))).start();
        try {
            Path file = PostmasterFile.file(directory.resolve("cluster"));
            Files.writeString(
                    file, stranger.pid() + "\n" + directory + "/cluster\n1\n5432\n\nlocalhost\n  1 1\nready\n");
            user.own(file);
            try (EmbeddedPostgres server = FIXTURE.builder(directory).start()) {
                assertThat(server.pid()).isNotEqualTo(stranger.pid());
                assertThat(connects(server)).isTrue();
            }
            assertThat(stranger.isAlive()).isTrue();
        } finally {
            Fixture.kill9(stranger);
        }
    }

    @Test
    void aJvmThatIsKilledInItsFirstStartLeavesNoHalfDataDirectory() throws Exception {
        Path directory = killedInItsFirstStart();
        // This JVM may pause until the other one has started.
        for (int tries = 1; Files.exists(directory.resolve("cluster")) && tries < 5; tries++) {
            directory = killedInItsFirstStart();
        }
        assertThat(directory.resolve("cluster")).doesNotExist();

        try (EmbeddedPostgres server = FIXTURE.builder(directory).start()) {
            assertThat(connects(server)).isTrue();
            try (Stream<Path> files = Files.list(directory)) {
                assertThat(files.map(file -> file.getFileName().toString())).noneMatch(name -> name.startsWith("."));
            }
        }
    }

    /** A new directory of a JVM that was killed while it made the data, or right after it. */
    private static Path killedInItsFirstStart() throws Exception {
        Path directory = FIXTURE.directory();
        Process jvm = FIXTURE.jvm(directory, 1);
        await().atMost(LIMIT)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> initdbRunsIn(directory) || Files.exists(directory.resolve("cluster")));
        Fixture.kill9(jvm);
        return directory;
    }

    @Test
    void aLostPasswordIsNamedAndTheDataAreLeftAlone() throws Exception {
        Path directory = FIXTURE.usedDirectory();
        Files.delete(directory.resolve("password"));

        assertThatThrownBy(() -> FIXTURE.builder(directory).start())
                .isInstanceOf(EmbeddedPostgresException.class)
                .hasMessageContaining(directory.resolve("password") + ", is lost");
        assertThat(directory.resolve("cluster/PG_VERSION")).exists();
    }

    @Test
    void dataOfAnotherMajorVersionAreRefused() throws Exception {
        Path directory = FIXTURE.usedDirectory();
        Files.writeString(directory.resolve("cluster/PG_VERSION"), "16\n");

        assertThatThrownBy(() -> FIXTURE.builder(directory).start())
                .isInstanceOf(EmbeddedPostgresException.class)
                .hasMessageContaining("PostgreSQL 16's, and the programs PostgreSQL 17");
    }

    @Test
    void rootsServerGoesElsewhereWhenItsUserCannotReachTheDirectory() throws Exception {
        assumeTrue(Fixture.isRoot(), "an ordinary user's server reaches what the JVM reaches");
        Path directory = FIXTURE.directory();
        Path closed = directory.resolveSibling("closed");
        Files.createDirectory(closed);
        FileTrees.permit(closed, "rwx------");
        Path wanted = closed.resolve("postgresql");

        assertThatThrownBy(() -> FIXTURE.builder(wanted).start())
                .isInstanceOf(EmbeddedPostgresException.class)
                .hasMessageContaining("'nobody' may not enter " + wanted);

        Path elsewhere;
        try (EmbeddedPostgres server =
                FIXTURE.builder(wanted).fallback(directory).start()) {
            elsewhere = server.directory();
            assertThat(elsewhere).hasParent(directory);
            assertThat(Files.getOwner(elsewhere.resolve("cluster")).getName()).isEqualTo("nobody");
            assertThat(wanted.resolve("location")).hasContent(elsewhere.toString());
            execute(server, "create table kept as select 42 as answer");
        }
        try (EmbeddedPostgres server =
                FIXTURE.builder(wanted).fallback(directory).start()) {
            assertThat(answer(server)).isEqualTo(42);
        }
        FileTrees.delete(elsewhere);
        assertThatThrownBy(() -> FIXTURE.builder(wanted).fallback(directory).start())
                .isInstanceOf(EmbeddedPostgresException.class)
                .hasMessageContaining("which is not there");
    }

    @Test
    void aStrictUmaskDoesNotLockTheServerOut() throws Exception {
        Path directory = FIXTURE.directory();
        Process jvm = FIXTURE.jvm(
                List.of("/bin/sh", "-c", "umask 077; exec \"$@\"", "sh"),
                System.getProperty("java.class.path"),
                directory,
                Path.of("-"),
                1);
        assertThat(new PostmasterFile(Fixture.up(jvm)[0], 0, "").isServerOf(directory.resolve("cluster")))
                .isTrue();
        jvm.getOutputStream().close();
        assertThat(jvm.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void anOrdinaryUsersServerRunsAsThatUser() throws Exception {
        assumeTrue(Fixture.isRoot(), "otherwise every test here is one of an ordinary user");
        Path directory = FIXTURE.directory();
        SystemUser nobody = SystemUser.choose("nobody");
        Path parent = directory.resolveSibling("nobodys");
        Files.createDirectory(parent);
        nobody.own(parent);
        Process jvm = FIXTURE.jvm(
                nobody.as(List.of()), copiedClassPath(directory), parent.resolve("postgresql"), Path.of("-"), 1);
        long[] up = Fixture.up(jvm);

        Path home = parent.resolve("postgresql");
        assertThat(new PostmasterFile(up[0], 0, "").isServerOf(home.resolve("cluster")))
                .isTrue();
        assertThat(Files.getOwner(home.resolve("password")).getName()).isEqualTo("nobody");
        jvm.getOutputStream().close();
        assertThat(jvm.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(jvm.exitValue()).isZero();

        // A root JVM, next, runs it as the owner of the data.
        try (EmbeddedPostgres server = FIXTURE.builder(home).start()) {
            assertThat(connects(server)).isTrue();
        }
    }

    private static List<Long> guardians(Path directory) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .arguments()
                        .map(List::of)
                        .filter(arguments -> arguments.contains("esbmt-postgresql-guardian")
                                && arguments.contains(directory.resolve("owner").toString()))
                        .isPresent())
                .map(ProcessHandle::pid)
                .toList();
    }

    /** The class path may be below a directory that only root can enter. */
    private static String copiedClassPath(Path directory) throws IOException {
        Path target = directory.resolveSibling("classpath");
        Files.createDirectory(target);
        List<String> copied = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path source = Path.of(entry);
            if (Files.exists(source)) {
                Path copy = target.resolve(copied.size() + "-" + source.getFileName());
                copyTree(source, copy);
                copied.add(copy.toString());
            }
        }
        return String.join(File.pathSeparator, copied);
    }

    private static void copyTree(Path source, Path target) throws IOException {
        try (Stream<Path> files = Files.walk(source)) {
            files.forEach(file -> {
                try {
                    Path copy = target.resolve(source.relativize(file).toString());
                    Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
                    FileTrees.permit(copy, "rwxr-xr-x");
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    private static boolean initdbRunsIn(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return false;
        }
        try (DirectoryStream<Path> unfinished = Files.newDirectoryStream(directory, ".unfinished-*")) {
            for (Path path : unfinished) {
                if (Files.exists(path.resolve("cluster/base"))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean connects(EmbeddedPostgres server) {
        try (Connection connection = connect(server)) {
            return connection.isValid(5);
        } catch (SQLException e) {
            return false;
        }
    }

    private static void execute(EmbeddedPostgres server, String sql) throws SQLException {
        try (Connection connection = connect(server);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static int answer(EmbeddedPostgres server) throws SQLException {
        try (Connection connection = connect(server);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select answer from kept")) {
            row.next();
            return row.getInt(1);
        }
    }

    private static Connection connect(EmbeddedPostgres server) throws SQLException {
        return EmbeddedPostgresTest.connect(server, new String(server.password()));
    }
}
