package org.esbmt.registry.postgresql.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import javax.xml.namespace.QName;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.service.AssemblyContent;
import org.esbmt.registry.api.service.AssemblyName;
import org.esbmt.registry.api.service.DesiredState;
import org.esbmt.registry.api.service.Digest;
import org.esbmt.registry.api.service.Endpoint;
import org.esbmt.registry.api.service.Endpoint.Direction;
import org.esbmt.registry.api.service.Forgetting;
import org.esbmt.registry.api.service.PolicyName;
import org.esbmt.registry.api.service.ServiceName;
import org.esbmt.registry.api.service.ServiceQuery;
import org.esbmt.registry.api.service.ServiceRegistry;
import org.esbmt.registry.api.service.ServiceUnit;
import org.esbmt.registry.postgresql.internal.service.PostgresServiceRegistry;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** With ten thousand tenants no statement reads the rows of all of them. */
class ServiceRegistryPlansTest {
    private static final UserId BY = new UserId(UUID.randomUUID());
    private static final Slice FIRST = new Slice(0, 10);
    private static final String WITHOUT_INDEX = "SELECT 1 FROM unindexed WHERE tenant_id = ?";
    private static final AssemblyName ORDERS = new AssemblyName("orders");

    /** For each tenant an assembly in two versions with one endpoint each, and a service. */
    private static final List<String> TEN_THOUSAND_TENANTS = List.of(
            "CREATE TEMP TABLE t AS SELECT md5(i::text)::uuid AS id, sha256(i::text::bytea) AS digest,"
                    + " i::text::bytea AS content FROM generate_series(1, 10000) i",
            "INSERT INTO artifact (tenant_id, sha256, content) SELECT id, digest, content FROM t",
            "INSERT INTO service_assembly (tenant_id, assembly, version, description, original_sha256, rewritten_sha256,"
                    + " uploaded_by) SELECT id, 'orders', v, '', digest, digest, id FROM t, generate_series(1, 2) v",
            "INSERT INTO service_unit (tenant_id, assembly, version, unit, position, component)"
                    + " SELECT tenant_id, assembly, version, 'unit', 0, 'http-bc' FROM service_assembly",
            "INSERT INTO endpoint (tenant_id, assembly, version, unit, position, direction, service_namespace,"
                    + " service_local, bus_namespace, bus_local, endpoint, path, in_use)"
                    + " SELECT tenant_id, assembly, version, unit, 0, 'PROVIDER', 'urn:example', 'orders',"
                    + " 'x:' || tenant_id, 'orders', 'soap', '/tenant-services/' || tenant_id || '/orders/soap',"
                    + " version = 2 FROM service_unit",
            "INSERT INTO deployment (tenant_id, assembly, last_version, current_version, former_version, desired,"
                    + " revision, changed_by) SELECT id, 'orders', 2, 2, 1, 'STARTED', 2, id FROM t",
            "INSERT INTO deployment_period (tenant_id, assembly, revision, version, cause, deployed_by, valid_from,"
                    + " valid_to) SELECT id, 'orders', v, v, 'SWITCH', id, now() - interval '1 hour' * (3 - v),"
                    + " CASE v WHEN 1 THEN now() - interval '1 hour' END FROM t, generate_series(1, 2) v",
            "INSERT INTO service (tenant_id, namespace, local_name, version, wsdl_sha256, changed_by)"
                    + " SELECT id, 'urn:example', 'orders', '1', digest, id FROM t",
            "INSERT INTO service_policy (tenant_id, namespace, local_name, version, policy, sha256, attached_by)"
                    + " SELECT id, 'urn:example', 'orders', '1', 'secure', digest, id FROM t",
            "CREATE TABLE unindexed AS SELECT tenant_id FROM service",
            "GRANT SELECT ON unindexed TO PUBLIC",
            "ANALYZE");

    @RegisterExtension
    static final RegistryServer SERVER = RegistryServer.shared();

    @Test
    void everyStatementOfEveryOperationUsesAnIndex() throws Exception {
        DatabaseTarget target = SERVER.newTarget(RegistryDatabase.SERVICE);
        new DatabasePreparation(target).run();
        TenantId tenant = tenThousandTenants();
        var source = DataSources.single(target, target.user(), target.database());
        source.setCurrentSchema("service_registry");
        ExplainingSource explaining = new ExplainingSource(source);
        HikariConfig pool = new HikariConfig();
        pool.setDataSource(explaining.dataSource());
        pool.setMaximumPoolSize(1);
        try (RegistryTransactions transactions = new RegistryTransactions(Optional::empty)) {
            transactions.use(new HikariDataSource(pool));
            useAllOf(new PostgresServiceRegistry(transactions), tenant);
            transactions.read(
                    tenant, connection -> Sql.all(connection, WITHOUT_INDEX, row -> row.getInt(1), BY.value()));
        }

        Map<String, String> plans = explaining.plans();
        assertThat(plans.remove(WITHOUT_INDEX)).as("it would be seen").contains("Seq Scan");
        assertThat(plans).hasSizeGreaterThan(30);
        assertThat(plans.keySet()).anyMatch(sql -> sql.startsWith("DELETE FROM artifact WHERE (tenant_id, sha256) IN"));
        assertThat(plans).allSatisfy((sql, plan) -> assertThat(plan).doesNotContain("Seq Scan"));
    }

    private static TenantId tenThousandTenants() throws Exception {
        try (Connection connection = SERVER.connect();
                Statement statement = connection.createStatement()) {
            for (String sql : TEN_THOUSAND_TENANTS) {
                statement.execute(sql);
            }
            try (ResultSet row = statement.executeQuery("SELECT id FROM t OFFSET 5000 LIMIT 1")) {
                row.next();
                return new TenantId(row.getObject(1, UUID.class));
            }
        }
    }

    private static void useAllOf(ServiceRegistry registry, TenantId tenant) throws Exception {
        Digest digest = registry.putArtifact(tenant, "new".getBytes(UTF_8));
        registry.findArtifact(tenant, digest);
        registry.findArtifactLength(tenant, digest);
        AssemblyContent content = new AssemblyContent(
                ORDERS,
                "",
                Optional.empty(),
                digest,
                digest,
                List.of(new ServiceUnit(
                        "unit",
                        "http-bc",
                        List.of(new Endpoint(
                                Direction.PROVIDER,
                                new QName("urn:example", "orders"),
                                new QName("x:" + tenant, "orders"),
                                "soap",
                                Optional.empty())))));
        registry.findDeployment(tenant, ORDERS);
        registry.listDeployments(tenant, FIRST);
        registry.listDeployments(tenant, new Slice(10, 10));
        registry.findUndeployed(tenant, Set.of(ORDERS, new AssemblyName("others")));
        registry.listEndpoints(tenant, FIRST);
        registry.listPeriods(tenant, ORDERS, FIRST);
        registry.listDeployedAt(tenant, Instant.now(), FIRST);
        registry.findVersion(tenant, ORDERS, 1);
        registry.switchTo(tenant, 2, content, BY);
        registry.rollback(tenant, 3, ORDERS, BY);
        registry.changeDesiredState(tenant, 4, ORDERS, DesiredState.STOPPED, BY);
        registry.update(tenant, 5, content, BY);
        registry.undeploy(tenant, 6, ORDERS, BY);
        registry.deploy(tenant, content, BY);
        ServiceName name = new ServiceName(new QName("urn:example", "orders"), "1");
        registry.findService(tenant, name);
        registry.listServices(tenant, FIRST);
        registry.updateService(tenant, 1, name, Optional.of(digest), BY);
        registry.attachPolicy(tenant, 2, name, new PolicyName("another"), digest, BY);
        registry.detachPolicy(tenant, 3, name, new PolicyName("another"), BY);
        registry.listServices(tenant, new ServiceQuery(Optional.of("urn:example"), Optional.of("order"), FIRST));
        registry.unregisterService(tenant, 4, name);
        registry.registerService(tenant, name, Optional.empty(), BY);
        Forgetting all = new Forgetting(Instant.now(), Instant.now(), 100);
        registry.isForgettable(tenant, all);
        registry.forgetHistory(tenant, all);
        registry.isForgettable(tenant, all);
        registry.purge(tenant);
    }
}
