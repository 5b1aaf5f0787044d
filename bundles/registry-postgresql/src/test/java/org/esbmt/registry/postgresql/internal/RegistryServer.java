package org.esbmt.registry.postgresql.internal;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.registry.postgresql.internal.Settings.Place;
import org.esbmt.registry.postgresql.internal.Settings.PoolLimits;
import org.esbmt.testing.TestPostgres;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One real PostgreSQL for a class of tests with those nested in it, and as many registries on it as they like. */
final class RegistryServer implements BeforeAllCallback, AfterAllCallback {
    static final PoolLimits LIMITS = new PoolLimits(8, 2, 5);
    /** For many at once on a slow machine: nobody gives up. */
    static final PoolLimits PATIENT = new PoolLimits(8, 60, 60);

    /** Test classes that are running, one nested in the other. */
    private int classes;

    private TestPostgres postgres;
    private Target last;

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        if (classes++ == 0) {
            postgres = TestPostgres.start();
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (--classes == 0) {
            postgres.close();
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
        return emptyRegistry(registry, new Transactions());
    }

    /**
     * A new registry whose transactions are committed in two phases, each phase by a connection of its own, as after a
     * crash of the transaction manager: nothing that a transaction needs may be left in the session.
     */
    Transactions emptyRegistryInTwoPhases(RegistryDatabase registry) throws ServerProblem {
        return emptyRegistry(registry, new Transactions(this::commitInTwoPhases));
    }

    private Transactions emptyRegistry(RegistryDatabase registry, Transactions transactions) throws ServerProblem {
        Target target = newTarget(registry);
        new DatabasePreparation(target).run();
        transactions.use(DataSources.pool(target, registry == RegistryDatabase.CONFIGURATION ? PATIENT : LIMITS));
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
                .embedded(postgres, any -> "the-registrys-own-password")
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
        Transactions transactions = new Transactions();
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
