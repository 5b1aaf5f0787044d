package org.esbmt.registry.postgresql.internal;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.InstanceOfAssertFactories.THROWABLE;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.registry.api.CredentialReader.Change;
import org.esbmt.registry.api.CredentialReader.Changes;
import org.esbmt.registry.api.CredentialReader.Cursor;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewTenant;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantName;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantRegistry.CreatedTenant;
import org.esbmt.registry.api.TenantState;
import org.esbmt.registry.api.Verifier;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.testing.AtOnce;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The exceptions that callers get while the database fails, and the remaining effects of their calls. */
class PostgresOutageTest {
    private static final UserId BY = new UserId(UUID.randomUUID());
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @RegisterExtension
    static final RegistryServer SERVER = RegistryServer.own();

    private RegistryTransactions transactions;
    private TenantRegistry registry;
    private PostgresCredentialReader credentials;

    @BeforeEach
    void open() throws Exception {
        use(SERVER.emptyRegistry());
    }

    private void use(RegistryTransactions opened) {
        transactions = opened;
        registry = new PostgresTenantRegistry(transactions);
        credentials = new PostgresCredentialReader(transactions);
    }

    /** From now on, calls time out after seconds. The new pool has a connection already, as that of a bus at work. */
    private void limitCalls() {
        transactions.close();
        use(SERVER.impatient());
        await().ignoreExceptions().atMost(LIMIT).until(() -> registry.findTenant(new TenantName("acme"))
                .isPresent());
    }

    @AfterEach
    void close() {
        transactions.close();
    }

    @Test
    void aStoppedServerIsUnavailableWithinSecondsAndComesBackByItself() throws Exception {
        CreatedTenant acme = create("acme");
        limitCalls();
        SERVER.postgres().stop();
        try {
            assertUnavailable(Duration.ofSeconds(4), () -> registry.findTenant(new TenantName("acme")));
            assertUnavailable(Duration.ofSeconds(4), () -> create("globex"));
        } finally {
            SERVER.postgres().startAgain();
        }
        await().ignoreExceptions().atMost(LIMIT).until(() -> registry.findTenant(new TenantName("acme"))
                .equals(Optional.of(acme.tenant())));
        assertThat(registry.findTenant(new TenantName("globex"))).isEmpty();
    }

    @Test
    void aServerThatHangsIsUnavailableToo() throws Exception {
        create("acme");
        limitCalls();
        SERVER.postgres().freeze();
        try {
            assertUnavailable(Duration.ofSeconds(15), () -> registry.findTenant(new TenantName("acme")));
            assertUnavailable(Duration.ofSeconds(5), () -> registry.findTenant(new TenantName("acme")));
        } finally {
            SERVER.postgres().thaw();
        }
        await().ignoreExceptions().atMost(LIMIT).until(() -> registry.findTenant(new TenantName("acme"))
                .isPresent());
    }

    @Test
    void aLongHeldLockIsReportedAsBusy() throws Exception {
        CreatedTenant acme = create("acme");
        limitCalls();
        try (Connection other = SERVER.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT 1 FROM tenant FOR UPDATE");
            long start = System.nanoTime();
            assertThatExceptionOfType(RegistryException.Busy.class)
                    .isThrownBy(() ->
                            registry.changeTenantState(acme.tenant().value().id(), 1, TenantState.SUSPENDED))
                    .withMessageContaining("busy");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
        }
        assertThat(registry.findTenant(acme.tenant().value().id())).contains(acme.tenant());
        assertThat(registry.changeTenantState(acme.tenant().value().id(), 1, TenantState.SUSPENDED)
                        .revision())
                .as("the same again is done")
                .isEqualTo(2);
    }

    @Test
    void ofTwoDeadlockedTransactionsOneIsBusyAndTheOtherCommits() throws Exception {
        create("acme");
        create("globex");
        CyclicBarrier bothHoldOne = new CyclicBarrier(2);
        AtomicInteger turn = new AtomicInteger();

        List<Object> outcomes = AtOnce.run(2, () -> {
            boolean forwards = turn.getAndIncrement() == 0;
            return transactions.write(connection -> {
                rename(connection, forwards ? "acme" : "globex");
                meet(bothHoldOne);
                rename(connection, forwards ? "globex" : "acme");
                return "through";
            });
        });

        assertThat(outcomes).hasSize(2).contains("through");
        assertThat(outcomes)
                .filteredOn(RegistryException.Busy.class::isInstance)
                .singleElement(as(THROWABLE))
                .hasMessageContaining("deadlock");
    }

    @Test
    void timeoutsAndSerializationFailuresAreBusyToo() throws Exception {
        create("acme");
        limitCalls();
        assertThatExceptionOfType(RegistryException.Busy.class)
                .isThrownBy(() -> transactions.read(connection -> Sql.execute(connection, "SELECT pg_sleep(20)")));
        assertThatExceptionOfType(RegistryException.Busy.class)
                .isThrownBy(() -> transactions.write(connection -> {
                    Sql.execute(connection, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
                    Sql.execute(connection, "SELECT 1 FROM tenant");
                    SERVER.execute("UPDATE tenant SET display_name = 'Meanwhile' WHERE name = 'acme'");
                    return rename(connection, "acme");
                }));
    }

    private static int rename(Connection connection, String name) throws SQLException {
        return Sql.execute(connection, "UPDATE tenant SET display_name = 'Another' WHERE name = ?", name);
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aConnectionLostBeforeTheCommitLeavesNothing() throws Exception {
        try (CuttingProxy network = new CuttingProxy(SERVER.postgres().port());
                RegistryTransactions throughIt = SERVER.through(network.port())) {
            network.cutAt("role_assignment", true);
            assertThatExceptionOfType(RegistryException.Unavailable.class)
                    .isThrownBy(() -> new PostgresTenantRegistry(throughIt).createTenant(tenant("acme"), BY));
        }
        assertThat(registry.findTenant(new TenantName("acme"))).isEmpty();
    }

    @Test
    void aConnectionLostInTheCommitIsInDoubt() throws Exception {
        for (boolean delivered : new boolean[] {true, false}) {
            String name = "delivered-" + delivered;
            try (CuttingProxy network = new CuttingProxy(SERVER.postgres().port());
                    RegistryTransactions throughIt = SERVER.through(network.port())) {
                network.cutAt("COMMIT", delivered);
                assertThatExceptionOfType(RegistryException.InDoubt.class)
                        .isThrownBy(() -> new PostgresTenantRegistry(throughIt).createTenant(tenant(name), BY));
            }
            await().atMost(LIMIT)
                    .until(() -> registry.findTenant(new TenantName(name)).isPresent() == delivered);
        }
    }

    @Test
    void aChangeCommittedLateByAnEarlierTransactionIsReported() throws Exception {
        CreatedTenant early = create("early");
        CreatedTenant late = create("late");
        Cursor cursor = credentials.changesSince(Optional.empty()).next();
        Set<Change> reported = new HashSet<>();
        try (Connection slow = SERVER.connect();
                Statement statement = slow.createStatement()) {
            slow.setAutoCommit(false);
            statement.execute("UPDATE tenant SET state = 'SUSPENDED' WHERE name = 'early'");
            registry.changeTenantState(late.tenant().value().id(), 1, TenantState.SUSPENDED);
            Changes first = credentials.changesSince(Optional.of(cursor));
            reported.addAll(first.changes());
            assertThat(reported)
                    .containsExactly(new Change(late.tenant().value().id(), Optional.empty()));
            cursor = first.next();
            slow.commit();
        }
        assertThat(credentials.changesSince(Optional.of(cursor)).changes())
                .containsExactly(new Change(early.tenant().value().id(), Optional.empty()));
    }

    @Test
    void aPreparedTransactionDelaysNoOtherChangesAndIsReportedAfterItsCommit() throws Exception {
        CreatedTenant acme = create("acme");
        CreatedTenant globex = create("globex");
        Cursor cursor = credentials.changesSince(Optional.empty()).next();
        try (Connection other = SERVER.connect();
                Statement statement = other.createStatement()) {
            statement.execute("BEGIN");
            statement.execute("UPDATE tenant SET state = 'SUSPENDED' WHERE name = 'acme'");
            statement.execute("PREPARE TRANSACTION 'left'");
            registry.changeTenantState(globex.tenant().value().id(), 1, TenantState.SUSPENDED);
            Changes first = credentials.changesSince(Optional.of(cursor));
            statement.execute("COMMIT PREPARED 'left'");
            Changes second = credentials.changesSince(Optional.of(first.next()));

            assertThat(first.changes())
                    .containsExactly(new Change(globex.tenant().value().id(), Optional.empty()));
            assertThat(second.changes())
                    .containsExactly(new Change(acme.tenant().value().id(), Optional.empty()));
        }
    }

    @Test
    void aForeignOrFutureCursorReportsEverything() throws Exception {
        Cursor here = credentials.changesSince(Optional.empty()).next();
        try (RegistryTransactions elsewhere = SERVER.anotherRegistry()) {
            assertThat(new PostgresCredentialReader(elsewhere)
                            .changesSince(Optional.of(here))
                            .everything())
                    .isTrue();
        }
        String future = here.text().replaceAll("/[0-9]+:[0-9]+:.*", "/999999999:999999999:");
        assertThat(credentials.changesSince(Optional.of(new Cursor(future))).everything())
                .isTrue();
        assertThat(credentials.changesSince(Optional.of(new Cursor("nonsense"))).everything())
                .isTrue();
        assertThat(credentials.changesSince(Optional.of(here)).everything()).isFalse();
    }

    @Test
    void changesAreForgottenAfterADay() throws Exception {
        CreatedTenant acme = create("acme");
        SERVER.execute("INSERT INTO credential_change (tenant_id, changed_at)"
                + " SELECT gen_random_uuid(), now() - interval '25 hours' FROM generate_series(1, 30)");
        UserId alice = registry.addUser(
                        acme.tenant().value().id(),
                        new NewUser(new Login("alice"), new Verifier("v")),
                        Set.of(Role.TENANT_USER),
                        BY)
                .value()
                .id();
        registry.setVerifier(acme.tenant().value().id(), alice, 1, new Verifier("w"));
        registry.setVerifier(acme.tenant().value().id(), alice, 2, new Verifier("x"));
        try (Connection connection = SERVER.connect();
                Statement statement = connection.createStatement();
                ResultSet left = statement.executeQuery("SELECT count(*) FROM credential_change")) {
            left.next();
            assertThat(left.getInt(1)).as("the new tenant and two passwords").isEqualTo(3);
        }
    }

    @Test
    void theLastDefaultAdministratorIsNotRemovedWhileTheTenantIsActivatedBesides() throws Exception {
        CreatedTenant acme = create("acme");
        registry.changeTenantState(acme.tenant().value().id(), 1, TenantState.SUSPENDED);
        try (Connection remover = SERVER.connect();
                Statement statement = remover.createStatement()) {
            remover.setAutoCommit(false);
            statement.execute("DELETE FROM role_assignment WHERE is_default_admin");
            registry.changeTenantState(acme.tenant().value().id(), 2, TenantState.ACTIVE);
            assertThatExceptionOfType(java.sql.SQLException.class)
                    .isThrownBy(remover::commit)
                    .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("ESB01"));
        }
    }

    /** The machine may pause during one call, but not during each. */
    private static void assertUnavailable(Duration within, ThrowingCallable call) {
        Duration took;
        int calls = 0;
        do {
            assertThat(calls++).as("calls longer than %s", within).isLessThan(5);
            long start = System.nanoTime();
            assertThatExceptionOfType(RegistryException.Unavailable.class).isThrownBy(call);
            took = Duration.ofNanos(System.nanoTime() - start);
        } while (took.compareTo(within) >= 0);
    }

    private CreatedTenant create(String name) throws RegistryException {
        return registry.createTenant(tenant(name), BY);
    }

    private static NewTenant tenant(String name) {
        return new NewTenant(new TenantName(name), name, new NewUser(new Login("admin"), new Verifier("v")));
    }
}
