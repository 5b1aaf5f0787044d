package org.esbmt.registry.postgresql.internal;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.registry.postgresql.internal.Settings.PoolLimits;
import org.esbmt.testing.TestPostgres;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One real PostgreSQL for a class of tests with those nested in it, and as many registries on it as they like. */
final class RegistryServer implements BeforeAllCallback, AfterAllCallback {
    static final PoolLimits LIMITS = new PoolLimits(8, 2, 5);

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

    /** A new database, prepared, with a pool of its own. */
    Transactions emptyRegistry() throws ServerProblem {
        Target target = newTarget();
        new DatabasePreparation(target).run();
        Transactions transactions = new Transactions();
        transactions.use(DataSources.pool(target, LIMITS));
        return transactions;
    }

    /** Where nothing is yet. */
    Target newTarget() {
        String database = "registry_" + UUID.randomUUID().toString().replace("-", "");
        last = new Settings(Optional.empty(), "test_registry", database, LIMITS)
                .embedded(postgres, "the-registrys-own-password");
        return last;
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
                last.host(), port, last.tls(), last.admin(), last.user(), last.setsPassword(), last.database());
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
        source.setCurrentSchema(DataSources.SCHEMA);
        return source.getConnection();
    }
}
