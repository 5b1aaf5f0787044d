package org.esbmt.registry.testing.configuration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewTenant;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantName;
import org.esbmt.registry.api.Verifier;
import org.esbmt.registry.api.configuration.Acknowledgement;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ClusterName;
import org.esbmt.registry.api.configuration.ComponentKind;
import org.esbmt.registry.api.configuration.ComponentName;
import org.esbmt.registry.api.configuration.DoneOperation;
import org.esbmt.registry.api.configuration.HostName;
import org.esbmt.registry.api.configuration.InstanceId;
import org.esbmt.registry.api.configuration.NewAuditEntry;
import org.esbmt.registry.api.configuration.NewComponent;
import org.esbmt.registry.api.configuration.NewOperation;
import org.esbmt.registry.api.configuration.OperationId;
import org.esbmt.registry.api.configuration.Payload;
import org.esbmt.registry.api.configuration.QuotaKey;
import org.esbmt.registry.api.configuration.Setting;
import org.esbmt.registry.api.configuration.SettingScope;
import org.esbmt.registry.api.configuration.Sha256;
import org.esbmt.registry.api.service.ServiceName;
import org.esbmt.registry.testing.InMemoryServiceRegistry;
import org.esbmt.registry.testing.InMemoryTenantRegistry;
import org.esbmt.registry.testing.InMemoryUnitOfWork;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenancy.api.quota.Limit;
import org.esbmt.tenancy.api.quota.Resource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A unit of work over the doubles of all registries. */
class RestoredDoublesTest {
    private static final UserId BY = new UserId(UUID.randomUUID());
    private static final TenantId ACME = new TenantId(UUID.randomUUID());
    private static final ServiceName ORDERS = new ServiceName(new QName("urn:example", "orders"), "soap");
    private static final ComponentName CAMEL = new ComponentName("camel-se");
    private static final SettingScope SCOPE = SettingScope.of(CAMEL);
    private static final Sha256 DIGEST = Sha256.of("any".getBytes(UTF_8));

    private final InMemoryTenantRegistry tenants = new InMemoryTenantRegistry();
    private final InMemoryServiceRegistry services = new InMemoryServiceRegistry();
    private final InMemoryClusters clusters = new InMemoryClusters();
    private final InMemoryJbiComponents components = new InMemoryJbiComponents(clusters);
    private final InMemoryRevisionLog log = new InMemoryRevisionLog(clusters);
    private final InMemoryQuotas quotas = new InMemoryQuotas(clusters, components);
    private final InMemoryAuditTrail audit = new InMemoryAuditTrail();
    private final InMemoryOperationJournal journal = new InMemoryOperationJournal();
    private final InMemoryUnitOfWork units =
            new InMemoryUnitOfWork(tenants, services, clusters, components, log, quotas, audit, journal);
    private final InstanceId node = InstanceId.random();
    private ClusterId cluster;
    private OperationId first;

    @BeforeEach
    void open() throws Exception {
        cluster = clusters.createCluster(new ClusterName("main"), BY).id();
        clusters.register(cluster, node, new HostName("host.example"));
        components.define(new NewComponent(CAMEL, "1", ComponentKind.SERVICE_ENGINE, Optional.of(DIGEST), true), BY);
        first = append();
    }

    @Test
    void finishedWorkStays() throws Exception {
        units.run(transaction -> change());
        assertThat(presence()).containsOnly(true);
        assertThat(log.read(cluster, 1, 10)).hasSize(2);
    }

    @Test
    void failedWorkIsUndoneInAllDoubles() throws Exception {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> units.run(transaction -> {
                    change();
                    throw new IOException("no");
                }));
        assertThat(presence()).containsOnly(false);
        assertThat(log.findOperation(append()).orElseThrow().revision()).isEqualTo(2);
    }

    private OperationId change() throws RegistryException {
        tenants.createTenant(
                new NewTenant(
                        new TenantName("acme"), "Acme", new NewUser(new Login("admin"), new Verifier("verifier"))),
                BY);
        services.registerService(ACME, ORDERS, Optional.empty(), BY);
        components.set(new Setting(SCOPE, "key", "value"), 0, BY);
        quotas.grant(QuotaKey.of(ACME, Resource.ENDPOINTS), Limit.of(1), BY);
        audit.append(new NewAuditEntry(
                ACME, ACME, BY, "deploy", "orders", Optional.empty(), Optional.empty(), Optional.empty()));
        journal.record(new DoneOperation(first, ACME, BY, "ASSEMBLY_DEPLOY", DIGEST, "orders"));
        log.acknowledge(first, node, Acknowledgement.applied(DIGEST));
        clusters.leave(node);
        return append();
    }

    private List<Boolean> presence() throws RegistryException {
        return Stream.of(
                        tenants.findTenant(new TenantName("acme")).isPresent(),
                        services.findService(ACME, ORDERS).isPresent(),
                        !components.settings(SCOPE).isEmpty(),
                        quotas.findQuota(QuotaKey.of(ACME, Resource.ENDPOINTS)).isPresent(),
                        audit.head(ACME).isPresent(),
                        journal.find(first).isPresent(),
                        !log.outcome(first).orElseThrow().answers().isEmpty(),
                        clusters.findCluster(cluster).orElseThrow().lastRevision() == 2,
                        log.read(cluster, 2, 1).size() == 1)
                .toList();
    }

    private OperationId append() throws RegistryException {
        NewOperation operation = new NewOperation(
                OperationId.random(), cluster, Optional.of(ACME), BY, "ASSEMBLY_DEPLOY", DIGEST, Optional.empty());
        log.append(operation, revision -> Payload.of(new byte[] {(byte) revision}));
        return operation.id();
    }
}
