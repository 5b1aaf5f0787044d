package org.esbmt.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.esbmt.embedded.postgresql.internal.EmbeddedPostgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** On a real server: the locks wait for changes, and changes wait for the locks. */
class QuiescentRegistriesTest {
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    private static EmbeddedPostgres server;
    private static RegistryDatabases registries;

    private Connection tenants;
    private Connection configuration;

    @BeforeAll
    static void start() throws Exception {
        server = EmbeddedPostgres.temporary();
        Map<String, String> databases = new LinkedHashMap<>();
        databases.put("tenant", "tenants");
        databases.put("service", "services");
        databases.put("configuration", "configuration");
        registries = new RegistryDatabases(
                server.host(),
                server.port(),
                server.user(),
                String.valueOf(server.password()),
                "disable",
                "",
                databases);
        try (Connection maintenance = registries.connect("postgres")) {
            for (String database : databases.values()) {
                RegistryDatabases.execute(maintenance, "CREATE DATABASE " + database);
            }
        }
        for (String database : databases.values()) {
            try (Connection connection = registries.connect(database)) {
                RegistryDatabases.execute(connection, "CREATE TABLE change (name text PRIMARY KEY)");
            }
        }
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @BeforeEach
    void connect() throws Exception {
        tenants = registries.connect("tenants");
        configuration = registries.connect("configuration");
        for (Connection each : List.of(tenants, configuration)) {
            RegistryDatabases.execute(each, "TRUNCATE change");
            each.setAutoCommit(false);
        }
    }

    @AfterEach
    void disconnect() throws Exception {
        tenants.close();
        configuration.close();
    }

    @Test
    void theLocksWaitForAChangePreparedInOneDatabaseAndCommittedInAnother() throws Exception {
        insert(tenants, "both");
        insert(configuration, "both");
        prepare(tenants);
        prepare(configuration);
        finish(tenants);

        assertThatThrownBy(() -> QuiescentRegistries.lock(registries)).isInstanceOf(QuiescentRegistries.NotNow.class);
        finish(configuration);

        try (QuiescentRegistries quiescent = locked()) {
            assertThat(RegistryDatabases.rows(quiescent.connection("tenant"))).isEqualTo(1);
            assertThat(RegistryDatabases.rows(quiescent.connection("configuration")))
                    .isEqualTo(1);
        }
    }

    @Test
    void theLocksWaitForAPreparedTransactionWithoutChanges() throws Exception {
        RegistryDatabases.rows(tenants);
        prepare(tenants);

        assertThatThrownBy(() -> locked())
                .isInstanceOf(QuiescentRegistries.NotNow.class)
                .hasMessageContaining("tenants is prepared");
        finish(tenants);
    }

    @Test
    void changesWaitAndReadersDoNot() throws Exception {
        try (QuiescentRegistries quiescent = locked()) {
            assertThat(RegistryDatabases.rows(configuration)).isZero();
            RegistryDatabases.execute(configuration, "SET LOCAL lock_timeout = '100ms'");
            assertThatThrownBy(() -> insert(configuration, "later"))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(LOCK_NOT_AVAILABLE));
            configuration.rollback();
            assertThat(RegistryDatabases.rows(quiescent.connection("service"))).isZero();
        }
        insert(configuration, "later");
        configuration.commit();
    }

    @Test
    void claimsOfMessagesGoOn() throws Exception {
        RegistryDatabases.execute(tenants, "CREATE TABLE IF NOT EXISTS replay_claim (name text)");
        tenants.commit();
        try (QuiescentRegistries quiescent = locked()) {
            RegistryDatabases.execute(tenants, "SET LOCAL lock_timeout = '100ms'");
            RegistryDatabases.execute(tenants, "INSERT INTO replay_claim VALUES ('a message')");
            tenants.commit();
            assertThat(RegistryDatabases.rows(quiescent.connection("tenant"))).isEqualTo(1);
        }
        RegistryDatabases.execute(tenants, "DROP TABLE replay_claim");
        tenants.commit();
    }

    /** The locks are released while a change with one table waits for another. */
    @Test
    void theLocksAreReleasedWhileAChangeWaits() throws Exception {
        insert(configuration, "first here");

        assertThatThrownBy(() -> QuiescentRegistries.lock(registries)).isInstanceOf(QuiescentRegistries.NotNow.class);

        RegistryDatabases.execute(tenants, "SET LOCAL lock_timeout = '100ms'");
        insert(tenants, "then there");
        tenants.commit();
        configuration.commit();
    }

    /** The locks without a change that holds them up. A busy machine may need more than their time for one attempt. */
    private static QuiescentRegistries locked() throws Exception {
        for (int i = 1; i < 5; i++) {
            try {
                return QuiescentRegistries.lock(registries);
            } catch (QuiescentRegistries.NotNow e) {
                // the next attempt has its own time
            }
        }
        return QuiescentRegistries.lock(registries);
    }

    private static void insert(Connection connection, String name) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO change VALUES ('" + name + "')");
        }
    }

    private static void prepare(Connection connection) throws SQLException {
        RegistryDatabases.execute(connection, "PREPARE TRANSACTION '" + connection.getCatalog() + "'");
        connection.commit();
    }

    private static void finish(Connection connection) throws SQLException {
        connection.setAutoCommit(true);
        RegistryDatabases.execute(connection, "COMMIT PREPARED '" + connection.getCatalog() + "'");
        connection.setAutoCommit(false);
    }
}
