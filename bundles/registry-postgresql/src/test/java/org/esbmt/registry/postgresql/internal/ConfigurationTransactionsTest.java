package org.esbmt.registry.postgresql.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ClusterName;
import org.esbmt.registry.api.configuration.ClusterTaskLock;
import org.esbmt.registry.api.configuration.Consumer;
import org.esbmt.registry.api.configuration.DoneOperation;
import org.esbmt.registry.api.configuration.HolderId;
import org.esbmt.registry.api.configuration.LoggedOperation;
import org.esbmt.registry.api.configuration.NewAuditEntry;
import org.esbmt.registry.api.configuration.NewOperation;
import org.esbmt.registry.api.configuration.OperationId;
import org.esbmt.registry.api.configuration.OperationJournal;
import org.esbmt.registry.api.configuration.Payload;
import org.esbmt.registry.api.configuration.QuotaKey;
import org.esbmt.registry.api.configuration.Sha256;
import org.esbmt.registry.api.configuration.TenantOperations;
import org.esbmt.registry.api.configuration.Use;
import org.esbmt.registry.postgresql.internal.RegistrySettings.PoolLimits;
import org.esbmt.registry.postgresql.internal.configuration.PostgresClusterTaskLock;
import org.esbmt.registry.postgresql.internal.configuration.PostgresRevisionLog;
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

/** Counts and numbers stay exact when transactions are rolled back, before or after they are prepared. */
class ConfigurationTransactionsTest {
    private static final UserId BY = new UserId(UUID.randomUUID());
    private static final TenantId ACME = new TenantId(UUID.randomUUID());
    private static final QuotaKey ENDPOINTS = QuotaKey.of(ACME, Resource.ENDPOINTS);
    private static final Consumer ADMIN = new Consumer.WithinQuota(ACME, BY);

    @RegisterExtension
    static final RegistryServer SERVER = RegistryServer.shared();

    private DatabaseTarget target;
    private final RegistryTransactions committing = new RegistryTransactions(Optional::empty);
    private final RegistryTransactions rollingBack =
            new RegistryTransactions(Optional::empty, ConfigurationTransactionsTest::prepareAndRollBack);
    private Registries registry;
    private Registries futile;

    @BeforeEach
    void open() throws Exception {
        target = SERVER.newTarget(RegistryDatabase.CONFIGURATION);
        new DatabasePreparation(target).run();
        committing.use(DataSources.pool(target, RegistryServer.PATIENT));
        rollingBack.use(DataSources.pool(target, RegistryServer.PATIENT));
        registry = ConfigurationRegistries.of(committing);
        futile = ConfigurationRegistries.of(rollingBack);
    }

    @AfterEach
    void close() {
        committing.close();
        rollingBack.close();
    }

    /** Like a vote against the commit from another resource manager. */
    private static void prepareAndRollBack(Connection connection) throws SQLException {
        String name = UUID.randomUUID().toString();
        try (Statement statement = connection.createStatement()) {
            statement.execute("PREPARE TRANSACTION '" + name + "'");
        }
        connection.setAutoCommit(true);
        try (Statement statement = connection.createStatement()) {
            statement.execute("ROLLBACK PREPARED '" + name + "'");
        }
        throw new SQLException("rolled back", "40000");
    }

    @Test
    void appendsHaveNoGapsAlthoughManyAreRolledBack() throws Exception {
        ClusterId cluster = cluster();
        AtomicInteger turn = new AtomicInteger();

        List<Object> outcomes = AtOnce.run(24, () -> (turn.getAndIncrement() % 3 == 0 ? futile : registry)
                .log()
                .append(operation(cluster), revision -> Payload.of(new byte[] {1})));

        assertThat(outcomes)
                .filteredOn(RegistryException.Unavailable.class::isInstance)
                .hasSize(8);
        assertThat(registry.log().read(cluster, 1, 100))
                .extracting(LoggedOperation::revision)
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 16).boxed().toList());
        assertThat(registry.clusters().findCluster(cluster).orElseThrow().lastRevision())
                .isEqualTo(16);
    }

    @Test
    void onlyTheTenantsOperationsAreListed() throws Exception {
        ClusterId cluster = cluster();
        TenantOperations ofTenants = new PostgresRevisionLog(committing);
        TenantId globex = new TenantId(UUID.randomUUID());
        for (Optional<TenantId> tenant :
                List.of(Optional.of(ACME), Optional.of(globex), Optional.<TenantId>empty(), Optional.of(ACME))) {
            NewOperation operation = new NewOperation(
                    OperationId.random(), cluster, tenant, BY, "DEPLOY", Sha256.of(new byte[0]), Optional.empty());
            registry.log().append(operation, revision -> Payload.of(new byte[] {1}));
        }

        Listing<LoggedOperation> acmes = ofTenants.newest(cluster, ACME, new Slice(0, 10));
        assertThat(acmes.entries()).extracting(LoggedOperation::revision).containsExactly(4L, 1L);
        assertThat(acmes.total()).isEqualTo(2);
        assertThat(ofTenants.newest(cluster, ACME, new Slice(1, 1)).entries())
                .extracting(LoggedOperation::revision)
                .containsExactly(1L);
        assertThat(ofTenants.newest(cluster, globex, new Slice(0, 10)).entries())
                .extracting(LoggedOperation::revision)
                .containsExactly(2L);
        assertThat(ofTenants.newest(ClusterId.random(), ACME, new Slice(0, 10)).total())
                .isZero();
    }

    @Test
    void aPreparedAppendHoldsTheLogUntilItIsDecided() throws Exception {
        ClusterId cluster = cluster();
        try (Connection first = connect();
                Connection second = connect();
                Statement one = first.createStatement();
                Statement two = second.createStatement()) {
            one.execute("BEGIN");
            one.execute(append(cluster));
            one.execute("PREPARE TRANSACTION 'undecided'");
            two.execute("SET lock_timeout = '200ms'");

            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> two.execute(append(cluster)))
                    .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("55P03"));
            one.execute("ROLLBACK PREPARED 'undecided'");
            two.execute(append(cluster));
        }
        assertThat(registry.log().read(cluster, 1, 10))
                .extracting(LoggedOperation::revision)
                .containsExactly(1L);
    }

    /** A repeated request, on any node, thereby learns that the first change with the identifier has not ended. */
    @Test
    void anIdentifierInDoubtIsInvisibleAndNotReusable() throws Exception {
        DoneOperation done =
                new DoneOperation(OperationId.random(), ACME, BY, "ADD_USER", Sha256.of(new byte[0]), "somebody");
        try (RegistryTransactions impatient = new RegistryTransactions(Optional::empty);
                Connection first = connect();
                Statement one = first.createStatement()) {
            impatient.use(DataSources.pool(target, new PoolLimits(1, 60, 3)));
            OperationJournal journal = ConfigurationRegistries.of(impatient).journal();
            one.execute("BEGIN");
            one.execute(
                    "INSERT INTO operation_journal (operation_id, actor_tenant, actor_user, kind, request_sha256, result)"
                            + " VALUES ('" + done.id()
                            + "', gen_random_uuid(), gen_random_uuid(), 'ADD_USER', sha256(''), '')");
            one.execute("PREPARE TRANSACTION 'undecided'");

            assertThat(journal.find(done.id())).isEmpty();
            assertThatExceptionOfType(RegistryException.Busy.class).isThrownBy(() -> journal.record(done));

            one.execute("COMMIT PREPARED 'undecided'");
            assertThat(journal.find(done.id())).isPresent();
            assertThatExceptionOfType(RegistryException.Conflict.class).isThrownBy(() -> journal.record(done));
        }
    }

    @Test
    void aQuotaIsExactAlthoughManyAreRolledBack() throws Exception {
        registry.quotas().grant(ENDPOINTS, Limit.of(10), BY);
        AtomicInteger turn = new AtomicInteger();

        List<Object> outcomes = AtOnce.run(40, () -> {
            Registries either = turn.getAndIncrement() % 4 == 0 ? futile : registry;
            either.consumption().consume(HolderId.random(), List.of(Use.of(Resource.ENDPOINTS, 1)), ADMIN);
            return true;
        });

        assertThat(outcomes).filteredOn(Boolean.TRUE::equals).hasSize(10);
        assertThat(registry.quotas().findQuota(ENDPOINTS).orElseThrow().value().used())
                .isEqualTo(10);
        assertThatExceptionOfType(RegistryException.Exceeded.class).isThrownBy(() -> registry.consumption()
                .consume(HolderId.random(), List.of(Use.of(Resource.ENDPOINTS, 1)), ADMIN));
    }

    @Test
    void aReleaseThatIsRolledBackGaveNothingBack() throws Exception {
        registry.quotas().grant(ENDPOINTS, Limit.of(10), BY);
        HolderId holder = HolderId.random();
        registry.consumption().consume(holder, List.of(Use.of(Resource.ENDPOINTS, 4)), ADMIN);

        assertThatExceptionOfType(RegistryException.Unavailable.class)
                .isThrownBy(() -> futile.consumption().release(ACME, holder));

        assertThat(registry.quotas().findQuota(ENDPOINTS).orElseThrow().value().used())
                .isEqualTo(4);
        assertThat(registry.consumption().release(ACME, holder)).hasSize(1);
    }

    @Test
    void aChainIsWholeAlthoughManyEntriesAreRolledBack() throws Exception {
        AtomicInteger turn = new AtomicInteger();
        NewAuditEntry entry =
                new NewAuditEntry(ACME, ACME, BY, "a", "o", Optional.empty(), Optional.empty(), Optional.empty());

        AtOnce.run(24, () -> (turn.getAndIncrement() % 3 == 0 ? futile : registry)
                .audit()
                .append(entry));

        assertThat(registry.audit().head(ACME).orElseThrow().sequence()).isEqualTo(16);
        assertThat(registry.audit().verify(ACME)).isEmpty();
    }

    @Test
    void aTaskLockIsHeldUntilTheTransactionEndsWithoutBlockingOthers() throws Exception {
        ClusterTaskLock turns = new PostgresClusterTaskLock(committing);
        try (Connection other = connect();
                Statement statement = other.createStatement()) {
            statement.execute("BEGIN");
            statement.execute("SELECT pg_try_advisory_xact_lock(hashtextextended('housekeeping', 0))");
            statement.execute("PREPARE TRANSACTION 'undecided'");

            assertThat(turns.take("housekeeping")).isFalse();
            assertThat(turns.take("something else")).isTrue();
            statement.execute("COMMIT PREPARED 'undecided'");
        }
        assertThat(turns.take("housekeeping")).isTrue();
        assertThat(turns.take("housekeeping")).as("the one before has ended").isTrue();
    }

    private ClusterId cluster() throws RegistryException {
        return registry.clusters().createCluster(new ClusterName("main"), BY).id();
    }

    private Connection connect() throws SQLException {
        var source = DataSources.single(target, target.user(), target.database());
        source.setCurrentSchema(target.registry().schema());
        return source.getConnection();
    }

    private static String append(ClusterId cluster) {
        return "SELECT append_operation(gen_random_uuid(), '" + cluster + "', 1, NULL, gen_random_uuid(), 'RESYNC',"
                + " sha256(''), '', NULL)";
    }

    private static NewOperation operation(ClusterId cluster) {
        byte[] content = "content".getBytes(StandardCharsets.UTF_8);
        return new NewOperation(
                OperationId.random(), cluster, Optional.empty(), BY, "RESYNC", Sha256.of(content), Optional.empty());
    }
}
