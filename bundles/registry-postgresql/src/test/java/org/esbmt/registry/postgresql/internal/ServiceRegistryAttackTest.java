package org.esbmt.registry.postgresql.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.xml.namespace.QName;
import org.esbmt.registry.api.service.AssemblyContent;
import org.esbmt.registry.api.service.AssemblyName;
import org.esbmt.registry.api.service.Digest;
import org.esbmt.registry.api.service.Endpoint;
import org.esbmt.registry.api.service.Endpoint.Direction;
import org.esbmt.registry.api.service.PolicyName;
import org.esbmt.registry.api.service.ServiceName;
import org.esbmt.registry.api.service.ServiceRegistry;
import org.esbmt.registry.api.service.ServiceUnit;
import org.esbmt.registry.postgresql.internal.service.PostgresServiceRegistry;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** No statement that the running bus executes for one tenant reaches the rows of other tenants. */
class ServiceRegistryAttackTest {
    private static final TenantId ACME = new TenantId(UUID.randomUUID());
    private static final TenantId GLOBEX = new TenantId(UUID.randomUUID());
    private static final UserId BY = new UserId(UUID.randomUUID());
    private static final String INSUFFICIENT_PRIVILEGE = "42501";
    private static final List<String> TABLES = List.of(
            "artifact",
            "service_assembly",
            "service_unit",
            "endpoint",
            "deployment",
            "deployment_period",
            "service",
            "service_policy");

    @RegisterExtension
    static final RegistryServer SERVER = RegistryServer.own();

    private DatabaseTarget target;

    @BeforeEach
    void fill() throws Exception {
        target = SERVER.newTarget(RegistryDatabase.SERVICE);
        new DatabasePreparation(target).run();
        fill(target);
    }

    private static void fill(DatabaseTarget target) throws Exception {
        try (RegistryTransactions transactions = new RegistryTransactions(Optional::empty)) {
            transactions.use(DataSources.pool(target, RegistryServer.PATIENT));
            ServiceRegistry registry = new PostgresServiceRegistry(transactions);
            for (TenantId tenant : List.of(ACME, GLOBEX)) {
                Digest digest = registry.putArtifact(tenant, archive(tenant));
                Endpoint endpoint = new Endpoint(
                        Direction.PROVIDER,
                        new QName("urn:example", "orders"),
                        new QName("x:" + tenant, "orders"),
                        "soap",
                        Optional.empty());
                AssemblyContent content = new AssemblyContent(
                        new AssemblyName("orders"),
                        "",
                        Optional.empty(),
                        digest,
                        digest,
                        List.of(new ServiceUnit("unit", "http-bc", List.of(endpoint))));
                registry.deploy(tenant, content, BY);
                registry.registerService(tenant, new ServiceName(new QName("orders"), "1"), Optional.of(digest), BY);
                ServiceName withPolicy = new ServiceName(new QName("bills"), "1");
                registry.registerService(tenant, withPolicy, Optional.empty(), BY);
                registry.attachPolicy(tenant, 1, withPolicy, new PolicyName("secure"), digest, BY);
            }
        }
    }

    private static byte[] archive(TenantId tenant) {
        return ("archive of " + tenant).getBytes(StandardCharsets.UTF_8);
    }

    /** Statements that try to read, change or insert rows of globex. */
    private static List<String> attacks() {
        String theirs = "'" + GLOBEX + "'";
        String ours = "'" + ACME + "'";
        String digest = "'\\x" + Digest.of(archive(GLOBEX)).hex() + "'";
        String by = "'" + BY + "'";
        List<String> attacks = new ArrayList<>();
        for (String table : TABLES) {
            attacks.add("SELECT 1 FROM " + table + " WHERE tenant_id = " + theirs);
            attacks.add("SELECT 1 FROM " + table + " WHERE tenant_id <> " + ours);
            attacks.add("SELECT 1 FROM (SELECT tenant_id FROM " + table + " UNION ALL SELECT NULL) x"
                    + " WHERE tenant_id = " + theirs);
        }
        attacks.addAll(List.of(
                "SELECT 1 FROM artifact WHERE tenant_id = " + ours + " OR 1=1 OFFSET 1",
                "INSERT INTO artifact (tenant_id, sha256, content) VALUES (" + theirs + ", sha256('evil'), 'evil')",
                "INSERT INTO service_assembly (tenant_id, assembly, version, description, original_sha256,"
                        + " rewritten_sha256, uploaded_by) VALUES (" + theirs + ", 'orders', 9, '', " + digest + ", "
                        + digest + ", " + by + ")",
                "INSERT INTO service_unit (tenant_id, assembly, version, unit, position, component) VALUES (" + theirs
                        + ", 'orders', 1, 'evil', 9, 'http-bc')",
                "INSERT INTO endpoint (tenant_id, assembly, version, unit, position, direction, service_namespace,"
                        + " service_local, bus_namespace, bus_local, endpoint, in_use) VALUES (" + theirs
                        + ", 'orders', 1, 'unit', 9, 'CONSUMER', '', 'x', '', 'x', 'x', true)",
                "INSERT INTO deployment (tenant_id, assembly, changed_by) VALUES (" + theirs + ", 'evil', " + by + ")",
                "INSERT INTO deployment_period (tenant_id, assembly, revision, version, cause, deployed_by, valid_from,"
                        + " valid_to) VALUES (" + theirs + ", 'orders', 9, 1, 'DEPLOY', " + by + ", now(), now())",
                "INSERT INTO service (tenant_id, namespace, local_name, version, changed_by) VALUES (" + theirs
                        + ", '', 'evil', '1', " + by + ")",
                "INSERT INTO service_policy (tenant_id, namespace, local_name, version, policy, sha256, attached_by)"
                        + " VALUES (" + theirs + ", '', 'orders', '1', 'evil', " + digest + ", " + by + ")",
                "UPDATE service_policy SET policy = 'evil' WHERE tenant_id = " + theirs,
                "DELETE FROM service_policy WHERE tenant_id = " + theirs,
                "INSERT INTO deployment (tenant_id, assembly, changed_by) VALUES (" + theirs + ", 'orders', " + by
                        + ") ON CONFLICT (tenant_id, assembly) DO UPDATE SET desired = 'SHUT_DOWN'",
                "UPDATE service SET tenant_id = " + theirs + ", local_name = 'evil', wsdl_sha256 = NULL"
                        + " WHERE local_name = 'orders' AND tenant_id = " + ours,
                "UPDATE deployment SET tenant_id = " + theirs + ", assembly = 'evil', current_version = NULL,"
                        + " desired = NULL WHERE tenant_id = " + ours,
                "UPDATE deployment_period SET tenant_id = " + theirs + ", revision = 9, valid_to = valid_from"
                        + " WHERE tenant_id = " + ours,
                "UPDATE artifact SET put_at = now() WHERE tenant_id = " + theirs,
                "UPDATE endpoint SET in_use = false WHERE tenant_id = " + theirs,
                "UPDATE deployment SET desired = 'SHUT_DOWN' WHERE tenant_id = " + theirs,
                "UPDATE deployment_period SET deployed_by = tenant_id WHERE tenant_id = " + theirs,
                "UPDATE service SET wsdl_sha256 = NULL WHERE tenant_id = " + theirs,
                "DELETE FROM endpoint WHERE tenant_id = " + theirs,
                "DELETE FROM service_unit WHERE tenant_id = " + theirs,
                "DELETE FROM service WHERE tenant_id = " + theirs,
                "DELETE FROM deployment_period WHERE tenant_id = " + theirs,
                "DELETE FROM deployment WHERE tenant_id = " + theirs,
                "WITH p AS (DELETE FROM service_unit WHERE tenant_id = " + theirs + " RETURNING 1) SELECT * FROM p"));
        return attacks;
    }

    @Test
    void noStatementForOneTenantReachesAnothersRows() throws Exception {
        try (Connection connection = user()) {
            for (String attack : attacks()) {
                assertThat(effect(connection, ACME.toString(), attack))
                        .as(attack)
                        .isZero();
            }
        }
    }

    @Test
    void withoutRowLevelSecurityEachOfTheseWouldSucceed() throws Exception {
        for (String table : TABLES) {
            SERVER.execute("ALTER TABLE " + table + " DISABLE ROW LEVEL SECURITY");
        }
        try (Connection connection = user()) {
            for (String attack : attacks()) {
                assertThat(effect(connection, ACME.toString(), attack))
                        .as(attack)
                        .isPositive();
            }
        }
    }

    @Test
    void withoutATenantNoRowsAreVisible() throws Exception {
        try (Connection connection = user()) {
            for (String nobody : List.of("", UUID.randomUUID().toString())) {
                for (String table : TABLES) {
                    assertThat(effect(connection, nobody, "SELECT 1 FROM " + table))
                            .as(table)
                            .isZero();
                    assertThat(effect(connection, ACME.toString(), "SELECT 1 FROM " + table))
                            .as(table)
                            .isPositive();
                }
                for (String attack : attacks()) {
                    assertThat(effect(connection, nobody, attack)).as(attack).isZero();
                }
            }
            connection.setAutoCommit(true);
            try (Statement statement = connection.createStatement()) {
                for (String table : TABLES) {
                    assertThat(count(statement, "SELECT 1 FROM " + table))
                            .as("after transactions that set one")
                            .isZero();
                }
            }
        }
        try (Connection connection = user();
                Statement statement = connection.createStatement()) {
            assertThat(count(statement, "SELECT 1 FROM artifact"))
                    .as("in a session that never set one")
                    .isZero();
        }
    }

    @Test
    void aTenantCannotReferToAnotherTenantsRowsEvenWithoutRowSecurity() throws Exception {
        String digest = "'\\x" + Digest.of(archive(GLOBEX)).hex() + "'";
        List<String> references = List.of(
                "INSERT INTO service_assembly (tenant_id, assembly, version, description, original_sha256,"
                        + " rewritten_sha256, uploaded_by) VALUES ('" + ACME + "', 'orders', 9, '', " + digest + ", "
                        + digest + ", '" + BY + "')",
                "UPDATE service SET wsdl_sha256 = " + digest + " WHERE tenant_id = '" + ACME + "'",
                "UPDATE service_policy SET sha256 = " + digest + " WHERE tenant_id = '" + ACME + "'");
        for (String mode : List.of("ENABLE", "DISABLE")) {
            for (String table : TABLES) {
                SERVER.execute("ALTER TABLE " + table + " " + mode + " ROW LEVEL SECURITY");
            }
            try (Connection connection = user()) {
                for (String reference : references) {
                    assertThatExceptionOfType(SQLException.class)
                            .as(reference)
                            .isThrownBy(() -> effect(connection, ACME.toString(), reference))
                            .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("23503"));
                }
            }
        }
    }

    @Test
    void theRunningBusCannotDisableRowSecurityOrChangeVersions() throws Exception {
        try (Connection connection = user()) {
            for (String forbidden : List.of(
                    "ALTER TABLE artifact DISABLE ROW LEVEL SECURITY",
                    "ALTER TABLE artifact NO FORCE ROW LEVEL SECURITY",
                    "DROP POLICY own_rows ON artifact",
                    "CREATE POLICY all_rows ON artifact USING (true)",
                    "CREATE OR REPLACE FUNCTION current_tenant() RETURNS uuid LANGUAGE sql AS 'SELECT NULL::uuid'",
                    "CREATE FUNCTION theirs() RETURNS int LANGUAGE sql AS 'SELECT 1'",
                    "CREATE TABLE own (x int)",
                    "TRUNCATE artifact",
                    "SET row_security = off; SELECT 1 FROM artifact",
                    "SET ROLE postgres",
                    "SET SESSION AUTHORIZATION postgres",
                    "COPY artifact TO PROGRAM 'cat'",
                    "UPDATE artifact SET content = 'other'",
                    "UPDATE service_assembly SET uploaded_by = tenant_id",
                    "UPDATE service_unit SET component = 'other'",
                    "UPDATE endpoint SET bus_local = 'other'",
                    "UPDATE flyway_schema_history SET success = false")) {
                connection.setAutoCommit(false);
                try (Statement statement = connection.createStatement()) {
                    Sql.execute(connection, "SELECT set_config('esbmt.tenant_id', ?, true)", ACME.toString());
                    assertThatExceptionOfType(SQLException.class)
                            .as(forbidden)
                            .isThrownBy(() -> statement.execute(forbidden))
                            .satisfies(e -> assertThat(e.getSQLState()).isEqualTo(INSUFFICIENT_PRIVILEGE));
                }
                connection.rollback();
            }
        }
    }

    @Test
    void everyTableIsForcedToKeepTenantsApartAndEveryKeyCarriesTheTenant() throws Exception {
        try (Connection connection = SERVER.connect()) {
            String ours = " FROM pg_class c WHERE c.relnamespace = 'service_registry'::regnamespace AND c.relkind = 'r'"
                    + " AND c.relname <> 'flyway_schema_history'";
            assertThat(Sql.all(connection, "SELECT c.relname" + ours, row -> row.getString(1)))
                    .containsExactlyInAnyOrderElementsOf(TABLES);
            assertThat(Sql.all(
                            connection,
                            "SELECT c.relname" + ours + " AND c.relrowsecurity AND c.relforcerowsecurity"
                                    + " AND (SELECT count(*) FROM pg_policy p WHERE p.polrelid = c.oid) = 1",
                            row -> row.getString(1)))
                    .containsExactlyInAnyOrderElementsOf(TABLES);
            assertThat(Sql.all(
                            connection,
                            "SELECT i.indexrelid::regclass::text FROM pg_index i JOIN pg_attribute a"
                                    + " ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]"
                                    + " WHERE i.indrelid IN (SELECT c.oid" + ours + ") AND a.attname <> 'tenant_id'",
                            row -> row.getString(1)))
                    .as("indexes that do not begin with the tenant")
                    .isEmpty();
            assertThat(Sql.all(
                            connection,
                            "SELECT f.conname FROM pg_constraint f"
                                    + " JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = f.conkey[1]"
                                    + " JOIN pg_attribute b ON b.attrelid = f.confrelid AND b.attnum = f.confkey[1]"
                                    + " WHERE f.contype = 'f' AND (a.attname <> 'tenant_id' OR b.attname <> 'tenant_id')",
                            row -> row.getString(1)))
                    .as("foreign keys without the tenant")
                    .isEmpty();
        }
    }

    @Test
    void theRuleAlsoAppliesToAnOwnerThatRunsTheBus() throws Exception {
        try (Connection connection = SERVER.maintenance();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE ROLE service_owner LOGIN PASSWORD 'the-owners-password'");
            statement.execute("CREATE DATABASE owned_services OWNER service_owner");
        }
        DatabaseLogin owner = new DatabaseLogin("service_owner", "the-owners-password");
        DatabaseTarget owned = new DatabaseTarget(
                RegistryDatabase.SERVICE,
                target.host(),
                target.port(),
                target.tls(),
                owner,
                owner,
                false,
                "owned_services");
        new DatabasePreparation(owned).run();
        fill(owned);
        try (Connection connection =
                DataSources.single(owned, owner, owned.database()).getConnection()) {
            connection.setSchema("service_registry");
            for (String attack : attacks()) {
                assertThat(effect(connection, ACME.toString(), attack))
                        .as(attack)
                        .isZero();
            }
        }
    }

    /** The number of affected rows: none for a refused statement. Its changes are rolled back. */
    private static int effect(Connection connection, String tenant, String sql) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            Sql.execute(connection, "SELECT set_config('esbmt.tenant_id', ?, true)", tenant);
            return count(statement, sql);
        } catch (SQLException e) {
            if (INSUFFICIENT_PRIVILEGE.equals(e.getSQLState())) {
                return 0;
            }
            throw e;
        } finally {
            connection.rollback();
        }
    }

    private static int count(Statement statement, String sql) throws SQLException {
        if (!statement.execute(sql)) {
            return statement.getUpdateCount();
        }
        int rows = 0;
        try (ResultSet result = statement.getResultSet()) {
            while (result.next()) {
                rows++;
            }
        }
        return rows;
    }

    private Connection user() throws SQLException {
        var source = DataSources.single(target, target.user(), target.database());
        source.setCurrentSchema("service_registry");
        return source.getConnection();
    }
}
