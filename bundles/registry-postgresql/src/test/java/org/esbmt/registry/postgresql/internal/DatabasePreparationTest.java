package org.esbmt.registry.postgresql.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.esbmt.registry.postgresql.internal.RegistrySettings.Place;
import org.esbmt.registry.postgresql.internal.RegistrySettings.Tls;
import org.esbmt.registry.testing.TestDatabaseServer;
import org.esbmt.testing.FreePorts;
import org.esbmt.testing.TestPostgres;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DatabasePreparationTest {
    private static final Tls NO_TLS = new Tls("disable", "");

    @RegisterExtension
    static final RegistryServer SERVER = RegistryServer.own();

    @Test
    void preparingTwiceIsPreparingOnce() throws Exception {
        DatabaseTarget target = SERVER.newTarget();
        new DatabasePreparation(target).run();
        SERVER.execute("UPDATE installation SET pepper_fingerprint = 'kept'");

        new DatabasePreparation(target).run();

        try (RegistryTransactions transactions = new RegistryTransactions(Optional::empty)) {
            transactions.use(DataSources.pool(target, RegistryServer.PATIENT));
            assertThat(new PostgresPepperLedger(transactions).pepperFingerprint())
                    .contains("kept");
        }
    }

    @Test
    void nodesThatStartAtOncePrepareTogether() throws Exception {
        DatabaseTarget target = SERVER.newTarget();
        ExecutorService nodes = Executors.newFixedThreadPool(3);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                running.add(nodes.submit(() -> {
                    preparedAtLast(target);
                    return null;
                }));
            }
            for (Future<?> node : running) {
                node.get(60, TimeUnit.SECONDS);
            }
        } finally {
            nodes.shutdownNow();
        }
    }

    /** Like a node: repeats a step that collides with another node's step. */
    private static void preparedAtLast(DatabaseTarget target) throws ServerProblem {
        for (int tries = 1; ; tries++) {
            try {
                new DatabasePreparation(target).run();
                return;
            } catch (ServerProblem e) {
                if (tries == 5) {
                    throw e;
                }
            }
        }
    }

    @Test
    void theRunningBusCannotChangeTablesNorLookElsewhere() throws Exception {
        DatabaseTarget target = SERVER.newTarget();
        new DatabasePreparation(target).run();
        try (Connection connection = DataSources.single(target, target.user(), target.database())
                        .getConnection();
                Statement statement = connection.createStatement()) {
            for (String forbidden : List.of(
                    "DROP TABLE tenant_registry.tenant",
                    "ALTER TABLE tenant_registry.tenant DISABLE TRIGGER ALL",
                    "DELETE FROM tenant_registry.tenant",
                    "TRUNCATE tenant_registry.credential_change",
                    "INSERT INTO tenant_registry.role VALUES ('GOD', 'SYSTEM', '')",
                    "CREATE TABLE tenant_registry.own (x int)",
                    "CREATE DATABASE other",
                    "CREATE ROLE other",
                    "COPY tenant_registry.tenant TO PROGRAM 'cat'",
                    "SELECT pg_read_file('/etc/passwd')")) {
                assertThatExceptionOfType(SQLException.class)
                        .as(forbidden)
                        .isThrownBy(() -> statement.execute(forbidden))
                        .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("42501"));
            }
        }
    }

    @Test
    void anUnreachableServerIsNamed() throws Exception {
        int unused = FreePorts.next();
        assertThat(problem(target("127.0.0.1", unused, "postgres", "x")))
                .contains("PostgreSQL at 127.0.0.1:" + unused + " cannot be reached")
                .contains("refused");
    }

    @Test
    void anUnknownHostIsNamed() {
        assertThat(problem(target("no-such-host.invalid", 5432, "postgres", "x")))
                .contains("PostgreSQL at no-such-host.invalid:5432 cannot be reached: no such host");
    }

    @Test
    void aServerThatIsNoPostgresqlIsNamed() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread other = new Thread(() -> {
                try {
                    while (true) {
                        socket.accept().close();
                    }
                } catch (java.io.IOException e) {
                    // the test is over
                }
            });
            other.start();
            assertThat(problem(target("127.0.0.1", socket.getLocalPort(), "postgres", "x")))
                    .contains("PostgreSQL at 127.0.0.1:" + socket.getLocalPort());
        }
    }

    @Test
    void aWrongPasswordIsNamedWithoutShowingIt() {
        assertThat(problem(target("127.0.0.1", SERVER.postgres().port(), "postgres", "not-the-password")))
                .contains("does not accept the role 'postgres'")
                .contains("authentication failed")
                .doesNotContain("not-the-password");
    }

    @Test
    void aServerWithoutPreparedTransactionsIsNamed() throws Exception {
        try (TestPostgres without = TestPostgres.start("max_prepared_transactions=0")) {
            assertThat(problem(target("127.0.0.1", without.port(), "postgres", String.valueOf(without.password()))))
                    .contains("max_prepared_transactions = 0")
                    .contains("restart");
        }
    }

    @Test
    void aMissingDatabaseThatMayNotBeCreatedIsNamed() throws Exception {
        SERVER.newTarget();
        try (Connection connection = SERVER.maintenance();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE ROLE poor LOGIN PASSWORD 'the-poor-ones-password'");
        }
        assertThat(problem(target("127.0.0.1", SERVER.postgres().port(), "poor", "the-poor-ones-password")))
                .contains("has no database 'esbmt_tenant_registry'")
                .contains("'poor' may not create it");
    }

    @Test
    void oneRoleMayDoEverything() throws Exception {
        SERVER.newTarget();
        try (Connection connection = SERVER.maintenance();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE ROLE owner LOGIN PASSWORD 'the-owners-password'");
            statement.execute("CREATE DATABASE owned OWNER owner");
        }
        DatabaseLogin owner = new DatabaseLogin("owner", "the-owners-password");
        DatabaseTarget target = new DatabaseTarget(
                RegistryDatabase.TENANT, "127.0.0.1", SERVER.postgres().port(), NO_TLS, owner, owner, false, "owned");
        new DatabasePreparation(target).run();
        try (RegistryTransactions transactions = new RegistryTransactions(Optional::empty)) {
            transactions.use(DataSources.pool(target, RegistryServer.PATIENT));
            assertThat(new PostgresPepperLedger(transactions).pepperFingerprint())
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyMigrationOfTheFolderIsKnownToTheBundle(RegistryDatabase registry) throws Exception {
        Path folder = Path.of("../../registries-sql", registry.word() + "-registry", "migrations");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(f -> f.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(registry.tables().scripts());
        }
    }

    @Test
    void everyRegistryHasARoleWithoutAccessToOtherDatabases() throws Exception {
        List<DatabaseTarget> all = all("each_");
        for (DatabaseTarget target : all) {
            new DatabasePreparation(target).run();
        }
        for (DatabaseTarget own : all) {
            for (DatabaseTarget other : all) {
                DataSource source = DataSources.single(other, own.user(), other.database());
                if (other.equals(own)) {
                    source.getConnection().close();
                } else {
                    assertThatExceptionOfType(SQLException.class)
                            .as(own.user() + " in " + other.database())
                            .isThrownBy(source::getConnection)
                            .withMessageContaining("permission denied for database");
                }
            }
        }
    }

    /** All registries on the server, with the names of one bus. */
    private static List<DatabaseTarget> all(String prefix) {
        SERVER.newTarget();
        Map<RegistryDatabase, Place> places = new EnumMap<>(RegistryDatabase.class);
        for (RegistryDatabase registry : RegistryDatabase.values()) {
            places.put(registry, new Place(prefix + registry.word(), prefix + registry.word()));
        }
        return new RegistrySettings(Optional.empty(), places, RegistryServer.LIMITS, RegistryServer.REPLAY)
                .embedded(new TestDatabaseServer(SERVER.postgres()), registry -> "the-password-of-" + registry);
    }

    @ParameterizedTest
    @CsvSource({"TENANT, as user.", "SERVICE, as service.user."})
    void aRoleThatBypassesRowLevelSecurityIsRefusedWhereTenantsAreKeptApartByIt(RegistryDatabase registry, String key)
            throws Exception {
        TestPostgres server = SERVER.postgres();
        SERVER.newTarget();
        String passer = "passer_" + registry.word();
        String password = "the-passers-password";
        try (Connection connection = SERVER.maintenance();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE ROLE " + passer + " LOGIN BYPASSRLS PASSWORD '" + password + "'");
        }
        DatabaseLogin mighty = new DatabaseLogin(server.user(), String.valueOf(server.password()));
        for (DatabaseLogin user : List.of(mighty, new DatabaseLogin(passer, password))) {
            assertThat(problem(new DatabaseTarget(
                            registry,
                            server.host(),
                            server.port(),
                            NO_TLS,
                            mighty,
                            user,
                            false,
                            "bypassed_" + registry.word())))
                    .startsWith("The role '" + user.user() + "'")
                    .contains("bypasses row-level security")
                    .endsWith(key);
        }
    }

    private static DatabaseTarget target(String host, int port, String user, String password) {
        DatabaseLogin login = new DatabaseLogin(user, password);
        return new DatabaseTarget(
                RegistryDatabase.TENANT, host, port, NO_TLS, login, login, false, "esbmt_tenant_registry");
    }

    private static String problem(DatabaseTarget target) {
        try {
            new DatabasePreparation(target).run();
        } catch (ServerProblem e) {
            return e.getMessage();
        }
        throw new AssertionError("prepared");
    }
}
