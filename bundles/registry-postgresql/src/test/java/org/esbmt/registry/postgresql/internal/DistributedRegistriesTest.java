package org.esbmt.registry.postgresql.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import javax.xml.namespace.QName;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewTenant;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.TenantName;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.Verifier;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ClusterName;
import org.esbmt.registry.api.configuration.Consumer;
import org.esbmt.registry.api.configuration.DoneOperation;
import org.esbmt.registry.api.configuration.HolderId;
import org.esbmt.registry.api.configuration.LoggedOperation;
import org.esbmt.registry.api.configuration.NewOperation;
import org.esbmt.registry.api.configuration.OperationId;
import org.esbmt.registry.api.configuration.Payload;
import org.esbmt.registry.api.configuration.QuotaKey;
import org.esbmt.registry.api.configuration.Sha256;
import org.esbmt.registry.api.configuration.Use;
import org.esbmt.registry.api.service.Digest;
import org.esbmt.registry.api.service.ServiceName;
import org.esbmt.registry.api.service.ServiceRegistry;
import org.esbmt.registry.postgresql.internal.service.PostgresServiceRegistry;
import org.esbmt.registry.testing.configuration.ConfigurationRegistryContract.Registries;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenancy.api.quota.Limit;
import org.esbmt.tenancy.api.quota.Resource;
import org.esbmt.testing.AtOnce;
import org.esbmt.transaction.api.RolledBackException;
import org.esbmt.transaction.api.UnitOfWork;
import org.esbmt.transaction.atomikos.internal.RealTransactions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Units of work over all three registries, with the real transactions and a real PostgreSQL. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class DistributedRegistriesTest {
    private static final UserId BY = new UserId(UUID.randomUUID());
    private static final TenantId ACME = new TenantId(UUID.randomUUID());
    private static final TenantId GLOBEX = new TenantId(UUID.randomUUID());
    private static final ServiceName ORDERS = new ServiceName(new QName("urn:example", "orders"), "soap");
    private static final ServiceName TAKEN = new ServiceName(new QName("urn:example", "taken"), "soap");
    private static final Sha256 REQUEST = Sha256.of("request".getBytes(UTF_8));
    private static final Slice FIRST = new Slice(0, 100);

    @RegisterExtension
    static final RegistryServer SERVER = RegistryServer.own();

    private final Map<RegistryDatabase, RegistryTransactions> databases = new EnumMap<>(RegistryDatabase.class);
    private final UnitOfWork unitOfWork = RealTransactions.unitOfWork();
    private TenantRegistry tenants;
    private ServiceRegistry services;
    private Registries configuration;
    private ClusterId cluster;

    @BeforeEach
    void open() throws Exception {
        for (RegistryDatabase registry : RegistryDatabase.values()) {
            databases.put(registry, SERVER.emptyRegistryInUnitsOfWork(registry));
        }
        tenants = new PostgresTenantRegistry(databases.get(RegistryDatabase.TENANT));
        services = new PostgresServiceRegistry(databases.get(RegistryDatabase.SERVICE));
        configuration = ConfigurationRegistries.of(databases.get(RegistryDatabase.CONFIGURATION));
        cluster = configuration
                .clusters()
                .createCluster(new ClusterName("main"), BY)
                .id();
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        databases.values().forEach(RegistryTransactions::close);
        assertThat(RealTransactions.administration().inDoubt()).isEmpty();
        assertThat(RealTransactions.administration().heuristics()).isEmpty();
        try (Connection connection = SERVER.maintenance()) {
            assertThat(Sql.all(connection, "SELECT gid FROM pg_prepared_xacts", row -> row.getString(1)))
                    .isEmpty();
        }
    }

    @Test
    void changesInAllRegistriesAreCommittedTogether() throws Exception {
        OperationId operation = unitOfWork.run(transaction -> {
            OperationId id = change();
            assertThat(tenants.findTenant(new TenantName("acme"))).isPresent();
            assertThat(services.findService(ACME, ORDERS)).isPresent();
            assertThat(configuration.log().findOperation(id)).isPresent();
            assertThat(CompletableFuture.supplyAsync(this::isNothingThere).get())
                    .as("nobody else sees it yet")
                    .isTrue();
            return id;
        });

        assertThat(tenants.findTenant(new TenantName("acme"))).isPresent();
        assertThat(services.findService(ACME, ORDERS)).isPresent();
        assertThat(configuration.journal().find(operation)).isPresent();
        assertThat(configuration.log().findOperation(operation).orElseThrow().revision())
                .isEqualTo(1);
    }

    @Test
    void anExceptionOfTheWorkRollsAllRegistriesBack() throws Exception {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> unitOfWork.run(transaction -> {
                    change();
                    throw new IOException("no room for the archive");
                }));
        assertThat(isNothingThere()).isTrue();
        assertThat(append().revision()).isEqualTo(1);
    }

    @Test
    void aRuleBrokenAtTheEndRollsAllRegistriesBackAndIsTheReason() throws Exception {
        assertThatExceptionOfType(RolledBackException.class)
                .isThrownBy(() -> unitOfWork.run(transaction -> {
                    change();
                    return databases
                            .get(RegistryDatabase.TENANT)
                            .write(
                                    connection -> Sql.execute(
                                            connection,
                                            "INSERT INTO tenant (name, display_name, state) VALUES ('nobodys', 'Nobody', 'ACTIVE')"));
                }))
                .withMessageContaining("the resource registry.tenants refuses")
                .withMessageContaining("default administrator")
                .withRootCauseInstanceOf(SQLException.class);
        assertThat(isNothingThere()).isTrue();
    }

    @Test
    void checkRulesChecksTheRulesBeforeTheEnd() throws Exception {
        String nobodys = "INSERT INTO tenant (name, display_name, state) VALUES ('nobodys', 'Nobody', 'ACTIVE')";
        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> unitOfWork.run(transaction -> {
                    change();
                    tenants.checkRules();
                    databases.get(RegistryDatabase.TENANT).write(connection -> Sql.execute(connection, nobodys));
                    tenants.checkRules();
                    return transaction.id();
                }))
                .withMessageContaining("default administrator");
        assertThat(isNothingThere()).isTrue();
    }

    @Test
    void changesAfterACheckAreCheckedAtTheEnd() throws Exception {
        assertThatExceptionOfType(RolledBackException.class)
                .isThrownBy(() -> unitOfWork.run(transaction -> {
                    change();
                    tenants.checkRules();
                    return databases
                            .get(RegistryDatabase.TENANT)
                            .write(
                                    connection -> Sql.execute(
                                            connection,
                                            "INSERT INTO tenant (name, display_name, state) VALUES ('nobodys', 'Nobody', 'ACTIVE')"));
                }))
                .withMessageContaining("default administrator");
        assertThat(isNothingThere()).isTrue();
    }

    @Test
    void aFailedCallRollsBackEvenIfTheWorkCatchesIt() throws Exception {
        OperationId taken = OperationId.random();
        configuration.journal().record(done(taken));
        services.registerService(ACME, TAKEN, Optional.empty(), BY);
        List<Failing> failures = List.of(
                () -> configuration.journal().record(done(taken)),
                () -> services.registerService(ACME, TAKEN, Optional.empty(), BY),
                () -> tenants.createTenant(tenant("acme"), BY));
        for (Failing failing : failures) {
            assertThatExceptionOfType(RolledBackException.class)
                    .isThrownBy(() -> unitOfWork.run(transaction -> {
                        change();
                        assertThatExceptionOfType(RegistryException.Conflict.class)
                                .isThrownBy(failing::run);
                        return transaction.id();
                    }))
                    .withRootCauseInstanceOf(Exception.class);
            assertThat(isNothingThere()).isTrue();
        }
    }

    @FunctionalInterface
    private interface Failing {
        void run() throws RegistryException;
    }

    @Test
    void afterACallThatFailedItsRegistryIsAskedNothingMore() throws Exception {
        assertThatExceptionOfType(RegistryException.Failed.class)
                .isThrownBy(() -> unitOfWork.run(transaction -> {
                    assertThatExceptionOfType(RegistryException.NotFound.class).isThrownBy(() -> configuration
                            .log()
                            .append(operation(OperationId.random(), ClusterId.random()), revision -> null));
                    return configuration.clusters().findCluster(cluster);
                }))
                .withMessageContaining("only be rolled back");
    }

    @Test
    void aHiddenFailureOfAStatementRollsEverythingBack() throws Exception {
        assertThatExceptionOfType(RolledBackException.class)
                .isThrownBy(() -> unitOfWork.run(transaction -> {
                    change();
                    return databases.get(RegistryDatabase.CONFIGURATION).write(connection -> {
                        try {
                            return Sql.execute(connection, "SELECT 1/0");
                        } catch (SQLException e) {
                            return -1;
                        }
                    });
                }));
        assertThat(isNothingThere()).isTrue();
    }

    @Test
    void anEmptyReadDoesNotPreventTheCommit() throws Exception {
        unitOfWork.run(transaction -> {
            assertThat(tenants.findTenant(new TenantName("nobody"))).isEmpty();
            assertThat(services.findService(ACME, ORDERS)).isEmpty();
            return change();
        });
        assertThat(isNothingThere()).isFalse();
    }

    @Test
    void concurrentAppendsHaveNoGapsAndPayloadsOfTheirRevisions() throws Exception {
        AtomicInteger turn = new AtomicInteger();
        List<Object> outcomes = AtOnce.run(8, () -> {
            List<Long> revisions = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                boolean fails = turn.getAndIncrement() % 3 == 0;
                try {
                    revisions.add(unitOfWork.run(transaction -> {
                        LoggedOperation appended = append();
                        if (fails) {
                            throw new IOException("not this one");
                        }
                        return appended.revision();
                    }));
                } catch (IOException e) {
                    assertThat(fails).isTrue();
                }
            }
            return revisions;
        });

        int committed = 40 - 14;
        assertThat(outcomes.stream().flatMap(o -> ((List<?>) o).stream()).map(Long.class::cast))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.rangeClosed(1, committed).boxed().toList());
        assertThat(configuration.log().read(cluster, 1, 100))
                .hasSize(committed)
                .allSatisfy(logged -> assertThat(logged.payload()).isEqualTo(payload(logged.revision())));
    }

    @Test
    void concurrentReleasesAndUsesOfMixedResourcesNeverDeadlock() throws Exception {
        List<Resource> mixed = List.of(
                Resource.SERVICE_ASSEMBLIES, Resource.ENDPOINTS, Resource.SERVICE_UNITS, Resource.REGISTRY_BYTES);
        for (Resource resource : mixed) {
            configuration.quotas().grant(QuotaKey.of(ACME, resource), Limit.of(1_000), BY);
        }
        AtomicInteger turn = new AtomicInteger();

        List<Object> outcomes = AtOnce.run(8, () -> {
            HolderId holder = HolderId.random();
            int first = turn.getAndIncrement();
            for (int i = 0; i < 12; i++) {
                List<Use> uses = uses(mixed, first + i);
                unitOfWork.run(transaction -> {
                    configuration.consumption().hold(ACME, Set.copyOf(mixed));
                    configuration.consumption().release(ACME, holder);
                    configuration.consumption().consume(holder, uses, new Consumer.WithinQuota(ACME, BY));
                    return holder;
                });
            }
            return configuration.consumption().uses(ACME, holder);
        });

        assertThat(outcomes).hasSize(8).allMatch(List.class::isInstance);
        for (Resource resource : mixed) {
            long sum = outcomes.stream()
                    .flatMap(uses -> ((List<?>) uses).stream())
                    .map(Use.class::cast)
                    .filter(use -> use.resource() == resource)
                    .mapToLong(Use::amount)
                    .sum();
            assertThat(configuration
                            .quotas()
                            .findQuota(QuotaKey.of(ACME, resource))
                            .orElseThrow()
                            .value()
                            .used())
                    .isEqualTo(sum);
        }
    }

    /** Two of the uses, other ones in each turn. */
    private static List<Use> uses(List<Resource> mixed, int turn) {
        return List.of(
                Use.of(mixed.get(turn % mixed.size()), 1 + turn % 3), Use.of(mixed.get((turn + 1) % mixed.size()), 2));
    }

    @Test
    void aSecondRecordOfAnOperationWaitsForTheEndOfTheFirst() throws Exception {
        OperationId id = OperationId.random();
        CompletableFuture<Object> second = unitOfWork.run(transaction -> {
            configuration.journal().record(done(id));
            CompletableFuture<Object> waiting = CompletableFuture.supplyAsync(() -> {
                try {
                    return unitOfWork.run(other -> {
                        configuration.journal().record(done(id));
                        return "recorded";
                    });
                } catch (Exception e) {
                    return e;
                }
            });
            assertThatExceptionOfType(java.util.concurrent.TimeoutException.class)
                    .isThrownBy(() -> waiting.get(300, TimeUnit.MILLISECONDS));
            return waiting;
        });
        assertThat(second.get(20, TimeUnit.SECONDS)).isInstanceOf(RegistryException.Conflict.class);
    }

    @Test
    void aUnitOfWorkForSeveralTenantsSeesTheRowsOfOneAtATime() throws Exception {
        Digest acmes = services.putArtifact(ACME, new byte[] {1});
        Digest globexs = services.putArtifact(GLOBEX, new byte[] {2});
        RegistryTransactions database = databases.get(RegistryDatabase.SERVICE);
        unitOfWork.run(transaction -> {
            services.registerService(ACME, ORDERS, Optional.empty(), BY);
            assertThat(services.findService(GLOBEX, ORDERS)).isEmpty();
            assertThat(services.findArtifact(GLOBEX, acmes)).isEmpty();
            assertThat(services.findArtifact(GLOBEX, globexs)).isPresent();
            assertThat(services.findArtifact(ACME, globexs)).isEmpty();
            assertThat(rows(database, "artifact")).isZero();
            assertThat(rows(database, "service")).isZero();
            services.registerService(GLOBEX, ORDERS, Optional.empty(), BY);
            assertThat(services.listServices(ACME, FIRST).total()).isEqualTo(1);
            assertThat(rows(database, "artifact")).isZero();
            return transaction.id();
        });
        assertThat(services.listServices(ACME, FIRST).total()).isEqualTo(1);
        assertThat(services.listServices(GLOBEX, FIRST).total()).isEqualTo(1);
    }

    private static long rows(RegistryTransactions database, String table) throws RegistryException {
        return database.read(connection -> Sql.one(connection, "SELECT count(*) FROM " + table, row -> row.getLong(1))
                .orElseThrow());
    }

    @Test
    void everyWaitInAUnitOfWorkHasABound() throws Exception {
        RegistryTransactions database = databases.get(RegistryDatabase.TENANT);
        unitOfWork.run(transaction -> {
            // the limits of RegistryServer.PATIENT
            for (String setting : List.of("statement_timeout", "lock_timeout")) {
                assertThat(setting(database, setting)).isEqualTo("1min");
            }
            return transaction.id();
        });
    }

    private static String setting(RegistryTransactions database, String name) throws RegistryException {
        return database.read(connection ->
                Sql.one(connection, "SHOW " + name, row -> row.getString(1)).orElseThrow());
    }

    @Test
    void aMissingRegistryIsUnavailableInAUnitOfWorkToo() throws Exception {
        try (RegistryTransactions nowhere = new RegistryTransactions(unitOfWork::current)) {
            TenantRegistry missing = new PostgresTenantRegistry(nowhere);
            assertThatExceptionOfType(RegistryException.Unavailable.class)
                    .isThrownBy(() -> unitOfWork.run(transaction -> missing.findTenant(ACME)))
                    .withMessageContaining("not prepared yet");
        }
        SERVER.postgres().stop();
        try {
            assertThatExceptionOfType(RegistryException.Unavailable.class)
                    .isThrownBy(() -> unitOfWork.run(transaction -> tenants.findTenant(ACME)))
                    .withMessageContaining("cannot be reached");
            assertThatExceptionOfType(RolledBackException.class)
                    .isThrownBy(() -> unitOfWork.run(transaction -> {
                        assertThatExceptionOfType(RegistryException.Unavailable.class)
                                .isThrownBy(() -> tenants.findTenant(ACME));
                        return transaction.id();
                    }));
        } finally {
            SERVER.postgres().startAgain();
        }
    }

    /** Makes one change in each registry. */
    private OperationId change() throws RegistryException {
        OperationId id = OperationId.random();
        tenants.createTenant(tenant("acme"), BY);
        services.registerService(ACME, ORDERS, Optional.empty(), BY);
        configuration.journal().record(done(id));
        configuration.log().append(operation(id, cluster), DistributedRegistriesTest::payload);
        return id;
    }

    private boolean isNothingThere() {
        try {
            return tenants.findTenant(new TenantName("acme")).isEmpty()
                    && services.findService(ACME, ORDERS).isEmpty()
                    && configuration.log().read(cluster, 1, 1).isEmpty();
        } catch (RegistryException e) {
            throw new IllegalStateException(e);
        }
    }

    private LoggedOperation append() throws RegistryException {
        return configuration.log().append(operation(OperationId.random(), cluster), DistributedRegistriesTest::payload);
    }

    private static NewTenant tenant(String name) {
        return new NewTenant(new TenantName(name), name, new NewUser(new Login("admin"), new Verifier("the-verifier")));
    }

    private static DoneOperation done(OperationId id) {
        return new DoneOperation(id, TenantRegistry.SYSTEM, BY, "TENANT_CREATE", REQUEST, "acme");
    }

    private static NewOperation operation(OperationId id, ClusterId cluster) {
        return new NewOperation(id, cluster, Optional.of(ACME), BY, "ASSEMBLY_DEPLOY", REQUEST, Optional.empty());
    }

    private static Payload payload(long revision) {
        return Payload.of(Long.toString(revision).getBytes(UTF_8));
    }
}
