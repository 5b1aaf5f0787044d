package org.esbmt.registry.postgresql.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.configuration.BrokenChain;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ClusterName;
import org.esbmt.registry.api.configuration.NewAuditEntry;
import org.esbmt.registry.api.configuration.QuotaKey;
import org.esbmt.registry.testing.configuration.ConfigurationRegistryContract.Registries;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenancy.api.quota.Limit;
import org.esbmt.tenancy.api.quota.Resource;
import org.esbmt.testing.AtOnce;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Attacks on the configuration registry fail or are detected. */
class ConfigurationRegistryAttackTest {
    private static final UserId BY = new UserId(UUID.randomUUID());

    @RegisterExtension
    static final RegistryServer SERVER = RegistryServer.shared();

    private DatabaseTarget target;
    private RegistryTransactions transactions;
    private Registries registry;

    @BeforeEach
    void open() throws Exception {
        target = SERVER.newTarget(RegistryDatabase.CONFIGURATION);
        new DatabasePreparation(target).run();
        transactions = new RegistryTransactions(Optional::empty);
        transactions.use(DataSources.pool(target, RegistryServer.PATIENT));
        registry = ConfigurationRegistries.of(transactions);
    }

    @AfterEach
    void close() {
        transactions.close();
    }

    @Test
    void theRunningBusOnlyAddsToAuditAndLog() throws Exception {
        chain(1);
        try (Connection connection = DataSources.single(target, target.user(), target.database())
                        .getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SET search_path = configuration_registry");
            for (String forbidden : List.of(
                    "UPDATE audit_entry SET action = 'nothing'",
                    "DELETE FROM audit_entry",
                    "TRUNCATE audit_entry",
                    "INSERT INTO audit_entry (chain_id, sequence, occurred_at, actor_tenant, actor_user, action, object,"
                            + " hash) SELECT chain_id, 7, now(), chain_id, chain_id, 'a', 'b', hash FROM audit_entry",
                    "UPDATE audit_chain SET last_sequence = 0",
                    "INSERT INTO audit_chain (chain_id) VALUES (gen_random_uuid())",
                    "DELETE FROM audit_chain",
                    "ALTER TABLE audit_entry DISABLE TRIGGER ALL",
                    "SET session_replication_role = replica",
                    "INSERT INTO management_operation (operation_id) VALUES (gen_random_uuid())",
                    "UPDATE management_operation SET revision = revision + 1",
                    "DELETE FROM management_operation",
                    "UPDATE cluster SET last_revision = 9",
                    "INSERT INTO cluster (name, created_by, last_revision) VALUES ('x', gen_random_uuid(), 9)",
                    "DELETE FROM cluster",
                    "UPDATE jbi_component SET artifact_sha256 = sha256('')",
                    "DELETE FROM container_instance",
                    "UPDATE resource SET semantics = 'RATE'",
                    "UPDATE operation_journal SET result = 'another'",
                    "INSERT INTO operation_journal (operation_id, recorded_at) VALUES (gen_random_uuid(), now())",
                    "UPDATE resource_use SET amount = 1",
                    "DROP TRIGGER contingents_within_quota ON contingent",
                    "CREATE TEMPORARY TABLE audit_chain (x int)",
                    "CREATE TABLE own (x int)",
                    "CREATE FUNCTION own() RETURNS int LANGUAGE sql AS 'SELECT 1'")) {
                assertThatExceptionOfType(SQLException.class)
                        .as(forbidden)
                        .isThrownBy(() -> statement.execute(forbidden))
                        .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("42501"));
            }
        }
    }

    @Test
    void theRunningBusAppendsAtTheNextRevisionOnly() throws Exception {
        ClusterId cluster =
                registry.clusters().createCluster(new ClusterName("main"), BY).id();
        try (Connection connection = DataSources.single(target, target.user(), target.database())
                        .getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SET search_path = configuration_registry");
            for (String revision : List.of("0", "2", "-1", "NULL")) {
                assertThatExceptionOfType(SQLException.class)
                        .as(revision)
                        .isThrownBy(() -> statement.execute("SELECT append_operation(gen_random_uuid(), '" + cluster
                                + "', " + revision + ", NULL, gen_random_uuid(), 'RESYNC', sha256(''), '', NULL)"))
                        .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("ESB12"));
            }
            assertThatExceptionOfType(SQLException.class)
                    .as("no cluster")
                    .isThrownBy(() -> statement.execute("SELECT append_operation(gen_random_uuid(), gen_random_uuid(),"
                            + " NULL, NULL, gen_random_uuid(), 'RESYNC', sha256(''), '', NULL)"));
        }
        assertThat(registry.log().read(cluster, 1, 10)).isEmpty();
    }

    @Test
    void theOwnerDoesNotChangeTheAuditTrailByMistake() throws Exception {
        TenantId chain = chain(2);
        for (String mistake :
                List.of("UPDATE audit_entry SET action = 'x'", "DELETE FROM audit_entry", "TRUNCATE audit_entry")) {
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> SERVER.execute(mistake))
                    .withMessageContaining("only added to");
        }
        assertThat(registry.audit().verify(chain)).isEmpty();
    }

    @Test
    void verificationFindsTheFirstTamperedEntry() throws Exception {
        Map<String, Long> attacks = new LinkedHashMap<>();
        attacks.put("UPDATE audit_entry SET action = 'nothing' WHERE chain_id = '%s' AND sequence = 3", 3L);
        attacks.put(
                "UPDATE audit_entry SET action = 'deploy s', object = 'hop' WHERE chain_id = '%s' AND sequence = 3",
                3L);
        attacks.put("UPDATE audit_entry SET before = after, after = NULL WHERE chain_id = '%s' AND sequence = 3", 3L);
        attacks.put("UPDATE audit_entry SET actor_user = gen_random_uuid() WHERE chain_id = '%s' AND sequence = 1", 1L);
        attacks.put(
                "UPDATE audit_entry SET occurred_at = occurred_at + interval '1 microsecond'"
                        + " WHERE chain_id = '%s' AND sequence = 3",
                3L);
        attacks.put("UPDATE audit_entry SET occurred_at = 'infinity' WHERE chain_id = '%s' AND sequence = 3", 3L);
        attacks.put(
                "UPDATE audit_entry SET object = repeat('\ud83d\ude00', 1024) WHERE chain_id = '%s' AND sequence = 3",
                3L);
        attacks.put("DELETE FROM audit_entry WHERE chain_id = '%s' AND sequence = 3", 3L);
        attacks.put("DELETE FROM audit_entry WHERE chain_id = '%s' AND sequence = 5", 5L);
        attacks.put("DELETE FROM audit_entry WHERE chain_id = '%s'", 1L);
        attacks.put("UPDATE audit_entry SET sequence = 0 WHERE chain_id = '%s' AND sequence = 3", 1L);
        attacks.put(
                "UPDATE audit_entry SET sequence = 6 - sequence + 100 WHERE chain_id = '%1$s';"
                        + "UPDATE audit_entry SET sequence = sequence - 100 WHERE chain_id = '%1$s'",
                1L);
        attacks.put(
                "UPDATE audit_entry SET object = 'x' WHERE chain_id = '%1$s' AND sequence = 3;"
                        + "UPDATE audit_entry e SET hash = audit_hash(e) WHERE chain_id = '%1$s' AND sequence = 3",
                4L);
        attacks.put(
                "UPDATE audit_entry SET object = 'x' WHERE chain_id = '%1$s' AND sequence = 5;"
                        + "UPDATE audit_entry e SET hash = audit_hash(e) WHERE chain_id = '%1$s' AND sequence = 5",
                5L);
        attacks.put(
                "INSERT INTO audit_entry SELECT chain_id, 6, occurred_at, actor_tenant, actor_user, action, object, before,"
                        + " after, operation_id, hash, hash FROM audit_entry WHERE chain_id = '%s' AND sequence = 5",
                6L);
        for (Map.Entry<String, Long> attack : attacks.entrySet()) {
            SERVER.execute("ALTER TABLE audit_entry ENABLE TRIGGER USER");
            TenantId tampered = chain(5);
            TenantId other = chain(5);
            SERVER.execute("ALTER TABLE audit_entry DISABLE TRIGGER USER");
            assertThat(registry.audit().verify(tampered)).isEmpty();

            SERVER.execute(attack.getKey().formatted(tampered));

            assertThat(registry.audit().verify(tampered).map(BrokenChain::sequence))
                    .as(attack.getKey())
                    .contains(attack.getValue());
            assertThat(registry.audit().verify(other)).isEmpty();
        }
    }

    @Test
    void aLongChainIsVerifiedToItsEnd() throws Exception {
        TenantId chain = chain(1);
        SERVER.execute("INSERT INTO audit_entry (chain_id, actor_tenant, actor_user, action, object)"
                + " SELECT '" + chain + "', '" + chain + "', '" + chain + "', 'a', 'o' || n"
                + " FROM generate_series(1, 1200) n");
        assertThat(registry.audit().verify(chain)).isEmpty();

        SERVER.execute("ALTER TABLE audit_entry DISABLE TRIGGER USER");
        SERVER.execute("UPDATE audit_entry SET object = 'x' WHERE sequence = 1101");

        assertThat(registry.audit().verify(chain).map(BrokenChain::sequence)).contains(1_101L);
    }

    /** A single role for everything may create temporary tables, and these come first in its search path. */
    @Test
    void temporaryTablesDoNotStandInForTheRegistrys() throws Exception {
        UUID cluster = registry.clusters()
                .createCluster(new ClusterName("main"), BY)
                .id()
                .value();
        try (Connection connection = SERVER.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TEMPORARY TABLE audit_chain (LIKE configuration_registry.audit_chain)");
            statement.execute("CREATE TEMPORARY TABLE cluster (LIKE configuration_registry.cluster)");
            statement.execute("INSERT INTO pg_temp.audit_chain VALUES ('" + cluster + "', 41, sha256(''))");
            statement.execute(
                    "INSERT INTO pg_temp.cluster VALUES ('" + cluster + "', 'main', 41, '" + cluster + "', now())");
            statement.execute(
                    "INSERT INTO configuration_registry.audit_entry (chain_id, actor_tenant, actor_user, action,"
                            + " object) VALUES ('" + cluster + "', '" + cluster + "', '" + cluster + "', 'a', 'o')");
            statement.execute("SELECT configuration_registry.append_operation(gen_random_uuid(), '" + cluster
                    + "', 1, NULL, '" + cluster + "', 'RESYNC', sha256(''), '', NULL)");
        }
        TenantId chain = new TenantId(cluster);
        assertThat(registry.audit().head(chain).orElseThrow().sequence()).isEqualTo(1);
        assertThat(registry.audit().verify(chain)).isEmpty();
        assertThat(registry.log().read(new ClusterId(cluster), 1, 10)).hasSize(1);
    }

    /**
     * Somebody writes rows without the registry's code, for example with a console. The tables enforce the rules
     * themselves.
     */
    @Test
    void theTablesKeepTheRulesOfQuotasThemselves() throws Exception {
        TenantId acme = new TenantId(UUID.randomUUID());
        registry.quotas().grant(QuotaKey.of(acme, Resource.ENDPOINTS), Limit.of(10), BY);
        String grant = "INSERT INTO contingent (quota_id, tenant_id, grantee_user, amount, granted_by)"
                + " SELECT quota_id, tenant_id, gen_random_uuid(), 1, tenant_id FROM quota";

        List<Object> outcomes = AtOnce.run(20, () -> {
            SERVER.execute(grant);
            return true;
        });

        assertThat(outcomes).filteredOn(Boolean.TRUE::equals).hasSize(10);
        assertThat(outcomes)
                .filteredOn(o -> o instanceof SQLException e && "ESB10".equals(e.getSQLState()))
                .hasSize(10);
        refused("UPDATE quota SET hard_limit = 9", "ESB11");
        refused("UPDATE contingent SET amount = 2", "ESB10");
        refused("UPDATE quota SET used = 11", "23514");
        refused("UPDATE quota SET used = -1", "23514");
        refused("UPDATE contingent SET used = 2", "23514");
        refused("DELETE FROM quota", "23503");
        refused(
                "INSERT INTO contingent (quota_id, tenant_id, grantee_role, amount, granted_by)"
                        + " SELECT quota_id, gen_random_uuid(), 'TENANT_USER', 0, tenant_id FROM quota",
                "23503");
    }

    private static void refused(String sql, String sqlState) {
        assertThatExceptionOfType(SQLException.class)
                .as(sql)
                .isThrownBy(() -> SERVER.execute(sql))
                .satisfies(e -> assertThat(e.getSQLState()).isEqualTo(sqlState));
    }

    /** A new chain with {@code entries} entries. */
    private TenantId chain(int entries) throws RegistryException {
        TenantId chain = new TenantId(UUID.randomUUID());
        for (int i = 1; i <= entries; i++) {
            registry.audit()
                    .append(new NewAuditEntry(
                            chain,
                            chain,
                            BY,
                            "deploy",
                            " shop",
                            Optional.empty(),
                            Optional.of("{}"),
                            Optional.empty()));
        }
        return chain;
    }
}
