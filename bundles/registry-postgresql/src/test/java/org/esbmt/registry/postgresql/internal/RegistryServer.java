package org.esbmt.registry.postgresql.internal;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.registry.postgresql.internal.Settings.Place;
import org.esbmt.registry.postgresql.internal.Settings.PoolLimits;
import org.esbmt.registry.testing.TestDatabaseServer;
import org.esbmt.testing.TestPostgres;
import org.esbmt.transaction.atomikos.internal.RealTransactions;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.postgresql.xa.PGXADataSource;

/** One real PostgreSQL for a class of tests with those nested in it, and as many registries on it as they like. */
final class RegistryServer implements BeforeAllCallback, AfterAllCallback {
    static final PoolLimits LIMITS = new PoolLimits(8, 2, 5);
    /** For many at once on a slow machine: nobody gives up. */
    static final PoolLimits PATIENT = new PoolLimits(8, 60, 60);

    /** For all classes that leave it as it was: it ends with the JVM. */
    private static final Lazy SHARED = new Lazy();

    private final boolean shared;
    /** Test classes that are running, one nested in the other. */
    private int classes;

    private TestPostgres postgres;
    private Target last;
    /** Prepared, and used by nobody. */
    private final Map<RegistryDatabase, Target> templates;

    private RegistryServer(boolean shared, Map<RegistryDatabase, Target> templates) {
        this.shared = shared;
        this.templates = templates;
    }

    /** Of one class, which may stop it or change its roles. */
    static RegistryServer own() {
        return new RegistryServer(false, new EnumMap<>(RegistryDatabase.class));
    }

    /** The one that classes use which look at one registry at a time. The one before is dropped. */
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

    /** Starts when the first class needs it. */
    private static final class Lazy {
        private final Map<RegistryDatabase, Target> templates = new EnumMap<>(RegistryDatabase.class);
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

    /** A new tenant registry, prepared, with a pool of its own. */
    Transactions emptyRegistry() throws ServerProblem {
        return emptyRegistry(RegistryDatabase.TENANT);
    }

    Transactions emptyRegistry(RegistryDatabase registry) throws ServerProblem {
        return emptyRegistry(registry, new Transactions(Optional::empty));
    }

    /**
     * A new registry whose transactions are committed in two phases, each phase by a connection of its own, as after a
     * crash of the transaction manager: nothing that a transaction needs may be left in the session.
     */
    Transactions emptyRegistryInTwoPhases(RegistryDatabase registry) throws ServerProblem {
        return emptyRegistry(registry, new Transactions(Optional::empty, this::commitInTwoPhases));
    }

    /** A new registry that takes part in {@link RealTransactions}, until it is closed. */
    Transactions emptyRegistryInUnitsOfWork(RegistryDatabase registry) throws ServerProblem {
        Transactions transactions = emptyRegistry(registry, new Transactions(RealTransactions.unitOfWork()::current));
        PGXADataSource source = DataSources.distributed(last, PATIENT);
        transactions.join(
                () -> RealTransactions.resources().register(registry.resource(), () -> DatabaseLink.open(source)));
        return transactions;
    }

    private Transactions emptyRegistry(RegistryDatabase registry, Transactions transactions) throws ServerProblem {
        Target template = templates.get(registry);
        if (template == null) {
            template = newTarget(registry);
            new DatabasePreparation(template).run();
            templates.put(registry, template);
        } else if (shared) {
            drop();
        }
        Target target = newTarget(registry);
        copy(template, target);
        transactions.use(DataSources.pool(target, registry == RegistryDatabase.CONFIGURATION ? PATIENT : LIMITS));
        return transactions;
    }

    /** What a preparation would make, in a tenth of the time. Who may get in is nothing that a copy has. */
    private void copy(Target template, Target target) {
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

    /** As {@link #emptyRegistry()}, and not a copy of the one that others have: it has an identity of its own. */
    Transactions anotherRegistry() throws ServerProblem {
        Target target = newTarget();
        new DatabasePreparation(target).run();
        Transactions transactions = new Transactions(Optional::empty);
        transactions.use(DataSources.pool(target, LIMITS));
        return transactions;
    }

    /** Where no tenant registry is yet. */
    Target newTarget() {
        return newTarget(RegistryDatabase.TENANT);
    }

    /** Where nothing is yet. */
    Target newTarget(RegistryDatabase registry) {
        String database = "registry_" + UUID.randomUUID().toString().replace("-", "");
        last = new Settings(Optional.empty(), Map.of(registry, new Place("test_registry", database)), LIMITS)
                .embedded(new TestDatabaseServer(postgres), any -> "the-registrys-own-password")
                .get(0);
        return last;
    }

    private void commitInTwoPhases(Connection connection) throws SQLException {
        String name = UUID.randomUUID().toString();
        try (Statement statement = connection.createStatement()) {
            statement.execute("PREPARE TRANSACTION '" + name + "'");
        }
        Target target = last;
        try (Connection other = DataSources.single(target, target.user(), connection.getCatalog())
                        .getConnection();
                Statement statement = other.createStatement()) {
            statement.execute("COMMIT PREPARED '" + name + "'");
        }
    }

    /** Of the newest registry, with the rights of the migrating role. */
    void execute(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The newest registry by another way, such as a bad network. */
    Transactions through(int port) {
        Target detour = new Target(
                last.registry(),
                last.host(),
                port,
                last.tls(),
                last.admin(),
                last.user(),
                last.setsPassword(),
                last.database());
        Transactions transactions = new Transactions(Optional::empty);
        transactions.use(DataSources.pool(detour, new PoolLimits(1, 2, 5)));
        return transactions;
    }

    /** To the server's own database, with the rights of its administrator. */
    Connection maintenance() throws SQLException {
        return DataSources.single(last, last.admin(), "postgres").getConnection();
    }

    /** To the newest registry, with the rights of the migrating role. */
    Connection connect() throws SQLException {
        var source = DataSources.single(last, last.admin(), last.database());
        source.setCurrentSchema(last.registry().schema());
        return source.getConnection();
    }
}
