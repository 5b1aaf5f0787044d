package org.esbmt.registry.postgresql.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.configuration.Acknowledgement;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ClusterName;
import org.esbmt.registry.api.configuration.ComponentKind;
import org.esbmt.registry.api.configuration.ComponentName;
import org.esbmt.registry.api.configuration.Consumer;
import org.esbmt.registry.api.configuration.ContingentQuery;
import org.esbmt.registry.api.configuration.DoneOperation;
import org.esbmt.registry.api.configuration.Health;
import org.esbmt.registry.api.configuration.Heartbeat;
import org.esbmt.registry.api.configuration.HolderId;
import org.esbmt.registry.api.configuration.HostName;
import org.esbmt.registry.api.configuration.InstanceId;
import org.esbmt.registry.api.configuration.LoggedOperation;
import org.esbmt.registry.api.configuration.NewAuditEntry;
import org.esbmt.registry.api.configuration.NewComponent;
import org.esbmt.registry.api.configuration.NewOperation;
import org.esbmt.registry.api.configuration.OperationId;
import org.esbmt.registry.api.configuration.Payload;
import org.esbmt.registry.api.configuration.QuotaKey;
import org.esbmt.registry.api.configuration.Setting;
import org.esbmt.registry.api.configuration.SettingScope;
import org.esbmt.registry.api.configuration.Sha256;
import org.esbmt.registry.api.configuration.Use;
import org.esbmt.registry.testing.configuration.ConfigurationRegistryContract.Registries;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenancy.api.quota.Grantee;
import org.esbmt.tenancy.api.quota.Limit;
import org.esbmt.tenancy.api.quota.Resource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** With ten thousand tenants every statement finds its rows by an index. The query plan proves it, not the time. */
class ConfigurationPlansTest {
    private static final UserId BY = new UserId(UUID.randomUUID());
    private static final TenantId ACME = new TenantId(UUID.randomUUID());
    private static final Sha256 STATE = Sha256.of("state".getBytes(StandardCharsets.UTF_8));
    private static final ComponentName CAMEL = new ComponentName("camel-se");
    /** Tables that grow with the number of tenants, or with time. */
    private static final List<String> LARGE = List.of(
            "quota_account",
            "quota",
            "contingent",
            "resource_use",
            "contingent_use",
            "audit_chain",
            "audit_entry",
            "management_operation",
            "management_acknowledgement",
            "component_setting",
            "operation_journal");

    @RegisterExtension
    static final RegistryServer SERVER = RegistryServer.shared();

    @Test
    void noStatementReadsAWholeTableOfManyTenants() throws Exception {
        DatabaseTarget target = SERVER.newTarget(RegistryDatabase.CONFIGURATION);
        new DatabasePreparation(target).run();
        var source = DataSources.single(target, target.user(), target.database());
        source.setCurrentSchema(target.registry().schema());
        ExplainingSource explained = new ExplainingSource(source);
        try (RegistryTransactions transactions = new RegistryTransactions(Optional::empty)) {
            HikariConfig config = new HikariConfig();
            config.setDataSource(explained.dataSource());
            transactions.use(new HikariDataSource(config));
            Registries registry = ConfigurationRegistries.of(transactions);
            ClusterId cluster = registry.clusters()
                    .createCluster(new ClusterName("main"), BY)
                    .id();
            InstanceId node = InstanceId.random();
            registry.membership().register(cluster, node, new HostName("host"));
            registry.catalog()
                    .define(new NewComponent(CAMEL, "1", ComponentKind.SERVICE_ENGINE, Optional.of(STATE), true), BY);
            tenThousandTenants(cluster, node);

            useEverything(registry, cluster, node);
        }

        assertThat(explained.plans()).hasSizeGreaterThan(30);
        explained.plans().forEach((statement, plan) -> {
            for (String table : LARGE) {
                assertThat(plan.lines().map(line -> line + " "))
                        .as(statement + "\n" + plan)
                        .noneMatch(line -> line.contains("Seq Scan on " + table + " "));
            }
        });
    }

    private static void tenThousandTenants(ClusterId cluster, InstanceId node) throws SQLException {
        String tenants = " FROM generate_series(1, 10000) n";
        String tenant = "md5('tenant' || n)::uuid";
        for (String sql : List.of(
                "ALTER TABLE audit_entry DISABLE TRIGGER USER",
                "INSERT INTO quota_account SELECT " + tenant + ", 'ENDPOINTS'" + tenants,
                "INSERT INTO quota (quota_id, tenant_id, resource, hard_limit, used, granted_by) SELECT md5('quota' || n)::uuid, "
                        + tenant + ", 'ENDPOINTS', 100, 1, " + tenant + tenants,
                "INSERT INTO contingent (contingent_id, quota_id, tenant_id, grantee_role, amount, used, granted_by) SELECT"
                        + " md5('contingent' || n)::uuid, md5('quota' || n)::uuid, " + tenant
                        + ", 'TENANT_OPERATOR', 10, 1, " + tenant + tenants,
                "INSERT INTO resource_use (use_id, tenant_id, resource, holder, used_by, amount) SELECT md5('use' || n)::uuid, "
                        + tenant + ", 'ENDPOINTS', gen_random_uuid(), " + tenant + ", 1" + tenants,
                "INSERT INTO contingent_use SELECT md5('use' || n)::uuid, md5('contingent' || n)::uuid" + tenants,
                "INSERT INTO audit_chain SELECT " + tenant + ", 1, sha256('')" + tenants,
                "INSERT INTO audit_entry (chain_id, sequence, occurred_at, actor_tenant, actor_user, action, object, hash)"
                        + " SELECT " + tenant + ", 1, now(), " + tenant + ", " + tenant + ", 'a', 'o', sha256('')"
                        + tenants,
                "INSERT INTO component_setting (component, tenant_id, key, value, changed_by) SELECT 'camel-se', "
                        + tenant + ", 'key', 'value', " + tenant + tenants,
                "INSERT INTO management_operation (operation_id, cluster_id, revision, tenant_id, requested_by, kind,"
                        + " request_sha256, payload) SELECT md5('operation' || n)::uuid, '" + cluster + "', n, "
                        + tenant
                        + ", " + tenant + ", 'DEPLOY', sha256(''), ''" + tenants,
                "UPDATE cluster SET last_revision = 10000",
                "INSERT INTO management_acknowledgement (operation_id, instance_id, cluster_id, result, state_sha256)"
                        + " SELECT md5('operation' || n)::uuid, '" + node + "', '" + cluster
                        + "', 'APPLIED', sha256('')"
                        + tenants,
                "INSERT INTO operation_journal SELECT gen_random_uuid(), " + tenant + ", " + tenant
                        + ", 'DEPLOY', sha256(''), 'result'" + tenants,
                "ALTER TABLE audit_entry ENABLE TRIGGER USER",
                "VACUUM ANALYZE")) {
            SERVER.execute(sql);
        }
    }

    /** Every operation on rows of a tenant, a node or the log. */
    private static void useEverything(Registries registry, ClusterId cluster, InstanceId node) throws Exception {
        registry.membership().heartbeat(node, new Heartbeat(1, STATE, Health.HEALTHY));
        for (SettingScope scope :
                List.of(SettingScope.of(CAMEL), SettingScope.of(CAMEL, ACME), SettingScope.of(CAMEL, ACME, BY))) {
            registry.settings().set(new Setting(scope, "key", "1"), 0, BY);
            registry.settings().set(new Setting(scope, "key", "2"), 1, BY);
            registry.settings().settings(scope);
            registry.settings().remove(scope, "key", 2);
        }
        QuotaKey endpoints = QuotaKey.of(ACME, Resource.ENDPOINTS);
        registry.quotas().grant(endpoints, Limit.of(5), BY);
        registry.quotas().change(endpoints, 1, Limit.of(6), BY);
        registry.quotas().findQuota(endpoints);
        registry.quotas().quotas(ACME);
        Grantee operators = new Grantee.ToRole(Role.TENANT_OPERATOR);
        registry.contingents().grant(endpoints, operators, 3, BY);
        registry.contingents().change(endpoints, operators, 1, 4, BY);
        registry.contingents().findContingent(endpoints, operators);
        registry.contingents().listContingents(ACME, ContingentQuery.all(new Slice(0, 10)));
        registry.contingents().listContingents(ACME, ContingentQuery.of(Set.of(operators), new Slice(0, 10)));
        HolderId holder = HolderId.random();
        Use use = new Use(Resource.ENDPOINTS, Optional.of(cluster), Optional.of(CAMEL), 1);
        registry.consumption()
                .consume(holder, List.of(use), new Consumer.WithinContingent(ACME, BY, Set.of(Role.TENANT_OPERATOR)));
        registry.consumption().uses(ACME, holder);
        registry.consumption().release(ACME, holder);
        registry.contingents().revoke(endpoints, operators, 2);
        registry.quotas().revoke(endpoints, 2);
        NewOperation operation = new NewOperation(
                OperationId.random(), cluster, Optional.of(ACME), BY, "DEPLOY", STATE, Optional.empty());
        LoggedOperation appended = registry.log().append(operation, revision -> Payload.of(new byte[0]));
        assertThat(appended.revision()).isEqualTo(10_001);
        registry.log().read(cluster, 9_990, 100);
        registry.acknowledgements().acknowledge(operation.id(), node, Acknowledgement.applied(STATE));
        registry.acknowledgements().acknowledge(operation.id(), node, Acknowledgement.skipped(STATE));
        registry.acknowledgements().outcome(operation.id());
        registry.audit()
                .append(new NewAuditEntry(
                        ACME, ACME, BY, "a", "o", Optional.empty(), Optional.empty(), Optional.empty()));
        registry.audit().read(ACME, 1, 100);
        registry.audit().readActs(ACME, ACME, BY, 1, 100);
        registry.audit().lastActs(ACME, ACME, BY, 100);
        registry.audit().head(ACME);
        assertThat(registry.audit().verify(ACME)).isEmpty();
        registry.journal().record(new DoneOperation(OperationId.random(), ACME, BY, "DEPLOY", STATE, "result"));
        registry.journal().find(OperationId.random());
        registry.journal().forget(Instant.EPOCH, 100);
    }
}
