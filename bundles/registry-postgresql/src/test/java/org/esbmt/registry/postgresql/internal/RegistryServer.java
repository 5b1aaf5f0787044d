package org.esbmt.registry.postgresql.internal;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.esbmt.registry.postgresql.internal.RegistrySettings.Place;
import org.esbmt.registry.postgresql.internal.RegistrySettings.PoolLimits;
import org.esbmt.registry.postgresql.internal.replay.ReplaySettings;
import org.esbmt.registry.testing.TestDatabaseServer;
import org.esbmt.testing.TestPostgres;
import org.esbmt.transaction.atomikos.internal.RealTransactions;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.postgresql.ds.PGSimpleDataSource;
import org.postgresql.xa.PGXADataSource;

/** One real PostgreSQL for a test class and its nested classes, with any number of registries on it. */
final class RegistryServer implements BeforeAllCallback, AfterAllCallback {
    static final PoolLimits LIMITS = new PoolLimits(8, 2, 5);
    static final ReplaySettings REPLAY = new ReplaySettings(200_000, false);
    /** Limits for many threads at once on a slow machine: no call times out. */
    static final PoolLimits PATIENT = new PoolLimits(8, 60, 60);
    /** The time for the answer to a claim of a message on a slow machine. */
    static final long PATIENT_MILLIS = 30_000;

    /** For all classes that leave the server unchanged: it ends with the JVM. */
    private static final Lazy SHARED = new Lazy();

    private final boolean shared;
    /** The number of running test classes; nested ones count, too. */
    private int classes;

    private TestPostgres postgres;
    private DatabaseTarget last;
    /** Prepared databases that no test uses. */
    private final Map<RegistryDatabase, DatabaseTarget> templates;

    private RegistryServer(boolean shared, Map<RegistryDatabase, DatabaseTarget> templates) {
        this.shared = shared;
        this.templates = templates;
    }

    /** A server for one class, which may stop it or change its roles. */
    static RegistryServer own() {
        return new RegistryServer(false, new EnumMap<>(RegistryDatabase.class));
    }

    /** The server for classes that use one registry at a time. A new registry replaces the former one. */
    static RegistryServer shared() {
        return new RegistryServer(true, SHARED.templates);
    }

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        if (classes++ == 0) {
            postgres = shared ? SHARED.get() : TestPostgres.start();
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (--classes > 0) {
            return;
        }
        if (shared) {
            drop();
        } else {
            templates.clear();
            postgres.close();
        }
    }

    /** The newest registry, unless it is a template. */
    private void drop() {
        if (last == null || templates.containsValue(last)) {
            return;
        }
        try (Connection connection = maintenance();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + last.database() + " WITH (FORCE)");
        } catch (SQLException e) {
            throw new AssertionError("a database cannot be dropped", e);
        }
    }

    /** Starts the server when the first class needs it. */
    private static final class Lazy {
        private final Map<RegistryDatabase, DatabaseTarget> templates = new EnumMap<>(RegistryDatabase.class);
        private TestPostgres postgres;

        synchronized TestPostgres get() throws IOException {
            if (postgres == null) {
                postgres = TestPostgres.start();
            }
            return postgres;
        }
    }

    TestPostgres postgres() {
        return postgres;
    }

    /** A new, prepared tenant registry with its own pool. */
    RegistryTransactions emptyRegistry() throws ServerProblem {
        return emptyRegistry(RegistryDatabase.TENANT);
    }

    RegistryTransactions emptyRegistry(RegistryDatabase registry) throws ServerProblem {
        return emptyRegistry(registry, new RegistryTransactions(Optional::empty));
    }

    /** The newest registry with a pool whose calls time out after seconds. */
    RegistryTransactions impatient() {
        RegistryTransactions transactions = new RegistryTransactions(Optional::empty);
        transactions.use(DataSources.pool(last, LIMITS));
        return transactions;
    }

    /**
     * A new registry with transactions in two phases. Each phase has its own connection, as after a crash of the
     * transaction manager. A transaction must therefore leave nothing in its session.
     */
    RegistryTransactions emptyRegistryInTwoPhases(RegistryDatabase registry) throws ServerProblem {
        return emptyRegistry(registry, new RegistryTransactions(Optional::empty, this::commitInTwoPhases));
    }

    /** A new registry that takes part in {@link RealTransactions} until it is closed. */
    RegistryTransactions emptyRegistryInUnitsOfWork(RegistryDatabase registry) throws ServerProblem {
        RegistryTransactions transactions =
                emptyRegistry(registry, new RegistryTransactions(RealTransactions.unitOfWork()::current));
        PGXADataSource source = DataSources.distributed(last, PATIENT);
        transactions.join(
                () -> RealTransactions.resources().register(registry.resource(), () -> DatabaseLink.open(source)));
        return transactions;
    }

    private RegistryTransactions emptyRegistry(RegistryDatabase registry, RegistryTransactions transactions)
            throws ServerProblem {
        DatabaseTarget template = templates.get(registry);
        if (template == null) {
            template = newTarget(registry);
            new DatabasePreparation(template).run();
            templates.put(registry, template);
        } else if (shared) {
            drop();
        }
        DatabaseTarget target = newTarget(registry);
        copy(template, target);
        transactions.use(DataSources.pool(target, PATIENT));
        return transactions;
    }

    /**
     * Copies a prepared database in a tenth of the time of a preparation. A copy lacks the access rights of the
     * database.
     */
    private void copy(DatabaseTarget template, DatabaseTarget target) {
        try (Connection connection = maintenance();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + target.database() + " TEMPLATE " + template.database());
            statement.execute("REVOKE ALL ON DATABASE " + target.database() + " FROM PUBLIC");
            statement.execute("GRANT CONNECT ON DATABASE " + target.database() + " TO "
                    + target.user().user());
        } catch (SQLException e) {
            throw new AssertionError("a prepared database cannot be copied", e);
        }
    }

    /** Like {@link #emptyRegistry()}, but without a template: the registry has its own identity. */
    RegistryTransactions anotherRegistry() throws ServerProblem {
        DatabaseTarget target = newTarget();
        new DatabasePreparation(target).run();
        RegistryTransactions transactions = new RegistryTransactions(Optional::empty);
        transactions.use(DataSources.pool(target, PATIENT));
        return transactions;
    }

    /** The target of a tenant registry that does not exist yet. */
    DatabaseTarget newTarget() {
        return newTarget(RegistryDatabase.TENANT);
    }

    /** The target of a registry that does not exist yet. */
    DatabaseTarget newTarget(RegistryDatabase registry) {
        String database = "registry_" + UUID.randomUUID().toString().replace("-", "");
        last = new RegistrySettings(
                        Optional.empty(), Map.of(registry, new Place("test_registry", database)), LIMITS, REPLAY)
                .embedded(new TestDatabaseServer(postgres), any -> "the-registrys-own-password")
                .get(0);
        return last;
    }

    private void commitInTwoPhases(Connection connection) throws SQLException {
        String name = UUID.randomUUID().toString();
        try (Statement statement = connection.createStatement()) {
            statement.execute("PREPARE TRANSACTION '" + name + "'");
        }
        DatabaseTarget target = last;
        try (Connection other = DataSources.single(target, target.user(), connection.getCatalog())
                        .getConnection();
                Statement statement = other.createStatement()) {
            statement.execute("COMMIT PREPARED '" + name + "'");
        }
    }

    /** Runs SQL in the newest registry, with the rights of the migrating role. */
    void execute(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The newest registry through another port, for example of a proxy that fails. */
    RegistryTransactions through(int port) {
        DatabaseTarget detour = new DatabaseTarget(
                last.registry(),
                last.host(),
                port,
                last.tls(),
                last.admin(),
                last.user(),
                last.setsPassword(),
                last.database());
        RegistryTransactions transactions = new RegistryTransactions(Optional::empty);
        transactions.use(DataSources.pool(detour, new PoolLimits(1, 60, 60)));
        return transactions;
    }

    /** Connections for claims of messages in the newest registry, a tenant registry. */
    PGSimpleDataSource claims() {
        return DataSources.claims(last);
    }

    /** Like {@link #claims}, but no statement of the tests times out. */
    PGSimpleDataSource patientClaims() {
        PGSimpleDataSource source = claims();
        int seconds = (int) TimeUnit.MILLISECONDS.toSeconds(PATIENT_MILLIS);
        source.setConnectTimeout(seconds);
        source.setLoginTimeout(seconds);
        source.setSocketTimeout(seconds);
        source.setOptions(DataSources.LOST_CLIENTS + " -c synchronous_commit=on");
        return source;
    }

    /** Connects to the server's maintenance database, with the rights of its administrator. */
    Connection maintenance() throws SQLException {
        return DataSources.single(last, last.admin(), "postgres").getConnection();
    }

    /** Connects to the newest registry, with the rights of the migrating role. */
    Connection connect() throws SQLException {
        var source = DataSources.single(last, last.admin(), last.database());
        source.setCurrentSchema(last.registry().schema());
        return source.getConnection();
    }
}
