package org.esbmt.administration.internal.oversight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.administration.internal.harness.TestBus.admin;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TransactionOversight.BranchView;
import org.esbmt.administration.api.TransactionOversight.Phase;
import org.esbmt.administration.api.TransactionOversight.ResourceView;
import org.esbmt.administration.api.TransactionOversight.TransactionsView;
import org.esbmt.administration.api.command.NodeCommand.ForgetHeuristic;
import org.esbmt.administration.api.command.NodeCommand.RecoverTransactions;
import org.esbmt.administration.api.command.NodeCommand.RetireResource;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.internal.harness.OneBranchInDoubt;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.Verifier;
import org.esbmt.registry.api.configuration.AuditEntry;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.transaction.api.ResourceName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransactionManagerTest {
    @TempDir
    Path data;

    private final OneBranchInDoubt transactions = new OneBranchInDoubt();
    private TestBus bus;

    @BeforeEach
    void start() throws Exception {
        bus = new TestBus(data).withAdministrator();
        bus.transactions.bindTransactions(transactions);
    }

    @Test
    void everyKnownTransactionIsShown() throws Exception {
        TransactionsView view = bus.transactions.transactions(admin());

        assertThat(view.recovery().phase()).isEqualTo(Phase.GATED);
        assertThat(view.recovery().missing()).containsExactly("old.database");
        assertThat(view.resources())
                .containsExactly(new ResourceView("broker", true), new ResourceView("old.database", false));
        assertThat(view.inDoubt())
                .containsExactly(new BranchView(
                        "node1.8", "old.database", Instant.EPOCH, "COMMIT", true, Optional.of("it is away")));
        assertThat(view.heuristics()).singleElement().satisfies(h -> assertThat(h.committed())
                .isTrue());
    }

    @Test
    void aResourceIsRetiredByItsNameTypedTwice() throws Exception {
        refused(Reason.INVALID, () -> bus.execute(admin(), new RetireResource("old.database", "old.databse")));
        refused(Reason.INVALID, () -> bus.execute(admin(), new RetireResource("no name", "no name")));
        refused(Reason.CONFLICT, () -> bus.execute(admin(), new RetireResource("broker", "broker")));
        assertThat(transactions.retired()).isEmpty();

        bus.execute(admin(), new RetireResource("old.database", "old.database"));

        assertThat(transactions.retired()).containsExactly(new ResourceName("old.database"));
        assertThat(bus.execute(admin(), new RecoverTransactions()).recovery().phase())
                .isEqualTo(Phase.DONE);
    }

    @Test
    void aHeuristicOutcomeIsForgotten() throws Exception {
        bus.execute(admin(), new ForgetHeuristic("node1.7", "broker"));

        assertThat(bus.transactions.transactions(admin()).heuristics()).isEmpty();
        refused(Reason.INVALID, () -> bus.execute(admin(), new ForgetHeuristic("node1.7", "broker")));
    }

    @Test
    void aFailureToStoreAChangeIsReported() {
        transactions.diskIsFull(true);

        refused(Reason.INTERNAL, () -> bus.execute(admin(), new RetireResource("old.database", "old.database")))
                .hasMessageContaining("nothing was changed");
        refused(Reason.INTERNAL, () -> bus.execute(admin(), new ForgetHeuristic("node1.7", "broker")));
    }

    @Test
    void everyOperationWorksWhileTheRegistriesAreOutOfReach() throws Exception {
        assertThat(bus.login("admin", TestBus.GIVEN.toCharArray())).isPresent();
        bus.registry.goAway();
        bus.services.unbindResources(bus.resources);

        assertThat(bus.transactions.transactions(admin()).inDoubt()).hasSize(1);
        bus.execute(admin(), new RecoverTransactions());
        bus.execute(admin(), new RetireResource("old.database", "old.database"));
        bus.execute(admin(), new ForgetHeuristic("node1.7", "broker"));

        assertThat(transactions.recoveries()).isEqualTo(1);
        refused(Reason.UNAVAILABLE, () -> bus.transactions.transactions(new Administrator("other", "test")));
    }

    @Test
    void onlyCompletedOperationsAreInTheAudit() throws Exception {
        refused(Reason.CONFLICT, () -> bus.execute(admin(), new RetireResource("broker", "broker")));
        transactions.diskIsFull(true);
        refused(Reason.INTERNAL, () -> bus.execute(admin(), new ForgetHeuristic("node1.7", "broker")));
        transactions.diskIsFull(false);
        assertThat(done()).isEmpty();

        bus.execute(admin(), new RetireResource("old.database", "old.database"));
        bus.execute(admin(), new ForgetHeuristic("node1.7", "broker"));
        bus.execute(admin(), new RecoverTransactions());

        assertThat(done())
                .containsExactly(
                        "retireTransactionResource on resource old.database",
                        "forgetHeuristic on transaction node1.7 at resource broker",
                        "recoverTransactions on transactions");
    }

    @Test
    void anOperationDuringAnOutageIsInTheAuditAfterwards() throws Exception {
        bus.login("admin", TestBus.GIVEN.toCharArray());
        bus.registry.goAway();
        bus.services.unbindResources(bus.resources);
        bus.owed.unbindTrail(bus.audit);

        bus.execute(admin(), new RetireResource("old.database", "old.database"));
        assertThat(done()).isEmpty();
        bus.owed.bindTrail(bus.audit);
        bus.owed.enter();

        assertThat(done()).containsExactly("retireTransactionResource on resource old.database");
    }

    @Test
    void anOperationThatMayBeInForceAfterARestartIsInDoubtAlsoInTheAudit() throws Exception {
        transactions.diskIsDoubtful();

        refused(Reason.IN_DOUBT, () -> bus.execute(admin(), new RetireResource("old.database", "old.database")))
                .hasMessageContaining("after a restart");
        refused(Reason.IN_DOUBT, () -> bus.execute(admin(), new ForgetHeuristic("node1.7", "broker")));
        assertThat(done()).isEmpty();
        bus.owed.enter();

        assertThat(done())
                .containsExactly(
                        "retireTransactionResource on resource old.database",
                        "forgetHeuristic on transaction node1.7 at resource broker");
        assertThat(bus.audit.read(TenantRegistry.SYSTEM, 1, 1_000))
                .extracting(e -> e.content().after().orElse(""))
                .filteredOn(after -> after.contains("whether it was done is not known"))
                .hasSize(2);
    }

    private List<String> done() {
        return bus.audit.read(TenantRegistry.SYSTEM, 1, 1_000).stream()
                .map(AuditEntry::content)
                .filter(e -> e.action().matches("retire.*|forget.*|recover.*"))
                .map(e -> e.action() + " on " + e.object())
                .toList();
    }

    @Test
    void anSreRecoversButDoesNotRetire() throws Exception {
        Administrator sre = systemUser("sre", Role.SRE);
        Administrator auditor = systemUser("auditor", Role.SYSTEM_AUDITOR);

        bus.execute(sre, new RecoverTransactions());
        refused(Reason.FORBIDDEN, () -> bus.execute(sre, new RetireResource("old.database", "old.database")));
        refused(Reason.FORBIDDEN, () -> bus.execute(sre, new ForgetHeuristic("node1.7", "broker")));
        assertThat(bus.transactions.transactions(auditor).inDoubt()).hasSize(1);
        refused(Reason.FORBIDDEN, () -> bus.execute(auditor, new RecoverTransactions()));
        assertThat(transactions.retired()).isEmpty();
    }

    @Test
    void aTenantsAdministratorSeesNoTransactions() throws Exception {
        bus.execute(admin(), new CreateTenant("acme", "Acme", "boss", TestBus.password("acme's long password")));
        Administrator boss = new Administrator("acme/boss", "test");

        refused(Reason.FORBIDDEN, () -> bus.transactions.transactions(boss));
        refused(Reason.FORBIDDEN, () -> bus.execute(boss, new RecoverTransactions()));
        refused(Reason.FORBIDDEN, () -> bus.execute(boss, new RetireResource("old.database", "old.database")));
        refused(Reason.FORBIDDEN, () -> bus.execute(boss, new ForgetHeuristic("node1.7", "broker")));
    }

    @Test
    void operationsWithoutTransactionsAreUnavailable() {
        bus.transactions.unbindTransactions(transactions);

        refused(Reason.UNAVAILABLE, () -> bus.transactions.transactions(admin()));
    }

    private Administrator systemUser(String login, Role role) throws Exception {
        UserId admin = bus.administrators.findCaller(admin()).orElseThrow().user();
        NewUser user = new NewUser(new Login(login), new Verifier(bus.hasher.verifier("unused".toCharArray())));
        bus.registry.addUser(TenantRegistry.SYSTEM, user, Set.of(role), admin);
        return new Administrator(login, "test");
    }

    private static AbstractThrowableAssert<?, ?> refused(Reason reason, ThrowingCallable call) {
        return assertThatThrownBy(call)
                .isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                        .isEqualTo(reason));
    }
}
