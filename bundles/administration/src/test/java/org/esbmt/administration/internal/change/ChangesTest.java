package org.esbmt.administration.internal.change;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.administration.internal.harness.TestBus.admin;
import static org.esbmt.administration.internal.harness.TestBus.boss;
import static org.esbmt.administration.internal.harness.TestBus.password;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AssemblyAdministration.Archive;
import org.esbmt.administration.api.AssemblyAdministration.AssemblyView;
import org.esbmt.administration.api.CreatedTenant;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.TenantAdministration.TenantFilter;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.UserView;
import org.esbmt.administration.api.command.AssemblyCommand.DeployAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.RollBackAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.StartAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.StopAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.SwitchAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.UndeployAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.UpdateAssembly;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantCommand.DrainTenant;
import org.esbmt.administration.api.command.TenantCommand.PurgeTenant;
import org.esbmt.administration.api.command.TenantCommand.ResumeTenant;
import org.esbmt.administration.api.command.TenantCommand.SuspendTenant;
import org.esbmt.administration.api.command.TenantCommand.WithdrawOffboarding;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.api.command.UserCommand.AssignRole;
import org.esbmt.administration.api.command.UserCommand.HandOverDefaultAdmin;
import org.esbmt.administration.api.command.UserCommand.LockUser;
import org.esbmt.administration.api.command.UserCommand.RemoveUser;
import org.esbmt.administration.api.command.UserCommand.RevokeRole;
import org.esbmt.administration.api.command.UserCommand.SetPassword;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.administration.internal.harness.UndecidedJournal;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.policy.RefusalBudget;
import org.esbmt.administration.internal.registry.ChangeResources;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.Verifier;
import org.esbmt.registry.api.configuration.AuditEntry;
import org.esbmt.registry.api.configuration.Consumer;
import org.esbmt.registry.api.configuration.Consumption;
import org.esbmt.registry.api.configuration.DoneOperation;
import org.esbmt.registry.api.configuration.OperationId;
import org.esbmt.registry.api.configuration.OperationJournal;
import org.esbmt.registry.api.configuration.QuotaKey;
import org.esbmt.registry.api.configuration.RecordedOperation;
import org.esbmt.registry.api.configuration.Use;
import org.esbmt.registry.api.service.AssemblyName;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenancy.api.quota.Grantee;
import org.esbmt.tenancy.api.quota.Limit;
import org.esbmt.tenancy.api.quota.Resource;
import org.esbmt.transaction.api.RolledBackException;
import org.esbmt.transaction.api.Transaction;
import org.esbmt.transaction.api.TransactionId;
import org.esbmt.transaction.api.UnitOfWork;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The common rules of all changes: identifiers, revisions, quotas, the audit trail, and the caller. */
class ChangesTest {
    private static final String SECRET = "acme's long password";

    @TempDir
    Path data;

    private TestBus bus;
    private TenantId acme;
    private UserId boss;

    @BeforeEach
    void start() throws Exception {
        bus = new TestBus(data).withAdministrator();
        CreatedTenant made = bus.execute(admin(), new CreateTenant("acme", "Acme", "boss", password(SECRET)));
        acme = made.tenant().id();
        boss = made.administrator().id();
    }

    // --- identifiers

    @Test
    void aRepeatedRequestHasTheFirstOutcome() throws Exception {
        Administrator asking = admin().asking(UUID.randomUUID());

        CreatedTenant first = bus.execute(asking, new CreateTenant("globex", "Globex", "boss", password(SECRET)));
        CreatedTenant again = bus.execute(asking, new CreateTenant("globex", "Globex", "boss", password(SECRET)));

        assertThat(again).isEqualTo(first);
        assertThat(bus.audit.read(TenantRegistry.SYSTEM, 1, 100))
                .filteredOn(e -> e.content().object().equals("tenant globex"))
                .hasSize(1);
    }

    @Test
    void anotherRequestUnderTheIdentifierIsRefused() throws Exception {
        Administrator asking = boss().asking(UUID.randomUUID());
        bus.execute(asking, new AddUser(acme, "alice", password(SECRET), TestBus.SENDER));

        refused(Reason.CONFLICT, () -> bus.execute(asking, new AddUser(acme, "bob", password(SECRET), TestBus.SENDER)));
        refused(Reason.CONFLICT, () -> bus.execute(asking, new LockUser(acme, boss)));
        assertThat(bus.userQueries.findUser(boss(), acme, "bob")).isEmpty();
    }

    @Test
    void aCallerWithoutTheRoleAfterTheWaitChangesNothing() throws Exception {
        UserId deputy = bus.registry
                .addUser(acme, user("deputy"), Set.of(Role.TENANT_ADMIN, Role.TENANT_USER), boss)
                .value()
                .id();
        Administrator asDeputy = new Administrator("acme/deputy", "test");
        AtomicBoolean done = new AtomicBoolean();
        OperationTarget target = OperationTarget.of(acme, "anything");

        refused(
                Reason.FORBIDDEN,
                () -> bus.access.change(asDeputy, Operation.LOCK_USER, target, caller -> {
                    bus.execute(boss(), new RevokeRole(acme, deputy, Role.TENANT_ADMIN));
                    return new PreparedChange<>(
                            target,
                            PreparedChange.request("anything"),
                            change -> {
                                done.set(true);
                                return "";
                            },
                            before -> "");
                }));
        assertThat(done).isFalse();
        assertThat(refusals(acme)).containsExactly("lockUser refused: FORBIDDEN on anything");
    }

    @Test
    void aRefusalInTheUnitOfWorkIsInTheAuditOnce() throws Exception {
        UserId deputy = bus.registry
                .addUser(acme, user("deputy"), Set.of(Role.TENANT_ADMIN), boss)
                .value()
                .id();

        refused(
                Reason.FORBIDDEN,
                () -> bus.execute(new Administrator("acme/deputy", "test"), new HandOverDefaultAdmin(acme, deputy)));

        assertThat(refusals(acme))
                .containsExactly("handOverDefaultAdmin refused: FORBIDDEN on user " + deputy + " of tenant " + acme);
    }

    @Test
    void repeatedRefusalsDoNotFillTheAudit() throws Exception {
        bus.registry.addUser(acme, user("client"), Set.of(Role.TENANT_USER), boss);
        Administrator client = new Administrator("acme/client", "test");
        for (int i = 0; i < 1_000; i++) {
            refused(Reason.FORBIDDEN, () -> bus.execute(client, new LockUser(acme, boss)));
        }
        assertThat(refusals(acme)).hasSize(RefusalBudget.OF_USER);

        bus.nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        for (int i = 0; i < 10; i++) {
            refused(Reason.FORBIDDEN, () -> bus.execute(client, new LockUser(acme, boss)));
        }

        assertThat(refusals(acme)).hasSize(RefusalBudget.OF_USER + 1);
        List<AuditEntry> all = bus.audit.read(acme, 1, 1_000);
        assertThat(all.get(all.size() - 1).content().after())
                .contains("800 refusals before this one are in the audit log alone");
    }

    @Test
    void refusalsOfManyUsersDoNotFillTheAudit() throws Exception {
        for (int i = 0; i < 8; i++) {
            bus.registry.addUser(acme, user("client-" + i), Set.of(Role.TENANT_USER), boss);
            Administrator client = new Administrator("acme/client-" + i, "test");
            for (int k = 0; k < RefusalBudget.OF_USER; k++) {
                refused(Reason.FORBIDDEN, () -> bus.execute(client, new LockUser(acme, boss)));
            }
        }
        assertThat(bus.audit.head(acme).orElseThrow().sequence()).isEqualTo(RefusalBudget.OF_TENANT);

        bus.execute(admin(), new CreateTenant("globex", "Globex", "boss", password(SECRET)));
        Administrator neighbour = new Administrator("globex/boss", "test");
        refused(Reason.FORBIDDEN, () -> bus.execute(neighbour, new LockUser(acme, boss)));
        assertThat(refusals(
                        bus.administrators.findCaller(neighbour).orElseThrow().tenant()))
                .as("another tenant's are kept")
                .hasSize(1);
    }

    private List<String> refusals(TenantId chain) throws RegistryException {
        return bus.audit.read(chain, 1, 1_000).stream()
                .map(AuditEntry::content)
                .filter(entry -> entry.action().contains("refused"))
                .map(entry -> entry.action() + " on " + entry.object())
                .toList();
    }

    @Test
    void anotherCallerDoesNotGetTheOutcomeOfARequest() throws Exception {
        UUID id = UUID.randomUUID();
        bus.execute(boss().asking(id), new AddUser(acme, "alice", password(SECRET), TestBus.SENDER));
        Administrator another = new Administrator("acme/second", "test").asking(id);
        bus.registry.addUser(acme, user("second"), Set.of(Role.TENANT_ADMIN), boss);

        refused(
                Reason.CONFLICT,
                () -> bus.execute(another, new AddUser(acme, "alice", password(SECRET), TestBus.SENDER)));
    }

    @Test
    void aRepeatedSetPasswordWithAnotherPasswordIsRefused() throws Exception {
        Administrator asking = boss().asking(UUID.randomUUID());
        bus.execute(asking, new SetPassword(acme, boss, password("the first new password")));

        assertThat(bus.execute(asking, new SetPassword(acme, boss, password("the first new password")))
                        .id())
                .isEqualTo(boss);
        refused(
                Reason.CONFLICT,
                () -> bus.execute(asking, new SetPassword(acme, boss, password("the second new password"))));
    }

    @Test
    void aRepeatedCreateTenantWithAnotherPasswordIsRefused() throws Exception {
        Administrator asking = admin().asking(UUID.randomUUID());
        CreatedTenant made = bus.execute(asking, new CreateTenant("globex", "Globex", "boss", password(SECRET)));

        refused(
                Reason.CONFLICT,
                () -> bus.execute(
                        asking, new CreateTenant("globex", "Globex", "boss", password("another long password"))));
        assertThat(bus.execute(asking, new CreateTenant("globex", "Globex", "boss", password(SECRET))))
                .isEqualTo(made);
    }

    @Test
    void aRepeatedAddUserWithAnotherPasswordIsRefused() throws Exception {
        Administrator asking = boss().asking(UUID.randomUUID());
        UserView made = bus.execute(asking, new AddUser(acme, "alice", password(SECRET), TestBus.SENDER));

        refused(
                Reason.CONFLICT,
                () -> bus.execute(
                        asking, new AddUser(acme, "alice", password("another long password"), TestBus.SENDER)));
        assertThat(bus.execute(asking, new AddUser(acme, "alice", password(SECRET), TestBus.SENDER)))
                .isEqualTo(made);
    }

    @Test
    void aRepeatedDeploymentHasTheFirstOutcome() throws Exception {
        Administrator asking = boss().asking(UUID.randomUUID());

        AssemblyView first =
                bus.execute(asking, new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders"))));

        assertThat(bus.execute(asking, new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders")))))
                .isEqualTo(first);
        assertThat(bus.node.published()).hasSize(1);
    }

    @Test
    void aRepeatedDeploymentHasTheFirstOutcomeThoughTheTenantLeaves() throws Exception {
        Administrator deploying = boss().asking(UUID.randomUUID());
        Administrator switching = boss().asking(UUID.randomUUID());
        bus.execute(deploying, new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders"))));
        AssemblyView now = bus.execute(switching, new SwitchAssembly(acme, Content.of(archive("orders"))));
        int published = bus.node.published().size();

        bus.execute(admin(), new DrainTenant(acme));

        assertThat(bus.execute(switching, new SwitchAssembly(acme, Content.of(archive("orders")))))
                .isEqualTo(now);
        assertThat(bus.execute(deploying, new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders"))))
                        .name())
                .isEqualTo("orders");
        assertThat(bus.node.published()).hasSize(published);
        refused(
                Reason.CONFLICT,
                () -> bus.execute(
                        boss().asking(UUID.randomUUID()), new SwitchAssembly(acme, Content.of(archive("orders")))));
        refused(
                        Reason.CONFLICT,
                        () -> bus.execute(
                                deploying, new DeployAssembly(acme, Optional.empty(), Content.of(archive("others")))))
                .hasMessageContaining("another request's");
    }

    @Test
    void aBusyChangeSucceedsLaterUnderTheSameIdentifier() throws Exception {
        Administrator asking = boss().asking(UUID.randomUUID());
        AtomicBoolean held = new AtomicBoolean(true);
        bus.services.bindResources(with(bus.units, new BusyJournal(bus.journal, held)));

        refused(Reason.BUSY, () -> bus.execute(asking, new AddUser(acme, "alice", password(SECRET), TestBus.SENDER)))
                .hasMessageContaining("nothing was done")
                .hasMessageContaining(asking.operation().orElseThrow().toString());
        assertThat(bus.userQueries
                        .listUsers(boss(), acme, PageRequest.first(10))
                        .entries())
                .noneMatch(user -> user.login().equals("alice"));
        held.set(false);
        assertThat(bus.execute(asking, new AddUser(acme, "alice", password(SECRET), TestBus.SENDER))
                        .login())
                .isEqualTo("alice");
    }

    /** The name is taken by this very request, which the journal does not have yet. */
    @Test
    void aRepetitionOfAChangeInDoubtIsInDoubtAndNoConflict() throws Exception {
        UUID id = UUID.randomUUID();
        UserView added = bus.execute(boss().asking(id), new AddUser(acme, "alice", password(SECRET), TestBus.SENDER));
        AtomicBoolean undecided = new AtomicBoolean(true);
        bus.services.bindResources(with(bus.units, new UndecidedJournal(bus.journal, new OperationId(id), undecided)));

        refused(
                        Reason.IN_DOUBT,
                        () -> bus.execute(
                                boss().asking(id), new AddUser(acme, "alice", password(SECRET), TestBus.SENDER)))
                .hasMessageContaining(id + " has begun and has not ended")
                .hasMessageEndingWith("or to ask again under the same identifier.");
        refused(
                Reason.CONFLICT,
                () -> bus.execute(
                        boss().asking(UUID.randomUUID()),
                        new AddUser(acme, "alice", password(SECRET), TestBus.SENDER)));

        undecided.set(false);
        assertThat(bus.execute(boss().asking(id), new AddUser(acme, "alice", password(SECRET), TestBus.SENDER)))
                .isEqualTo(added);
    }

    @Test
    void aUnitOfWorkVotedDownByABusyRegistryIsBusy() throws Exception {
        bus.services.bindResources(with(new VotedDown(), bus.journal));

        refused(Reason.BUSY, () -> bus.execute(boss(), new AddUser(acme, "alice", password(SECRET), TestBus.SENDER)))
                .hasMessageContaining("could not serialize");
    }

    private ChangeResources with(UnitOfWork units, OperationJournal journal) {
        return new ChangeResources(
                units, bus.deployments, bus.quotas, bus.quotas, bus.quotas, bus.audit, journal, bus.node);
    }

    /** A resource of the unit of work fails to serialize. */
    private static final class VotedDown implements UnitOfWork {
        @Override
        public <T, E extends Exception> T run(Work<T, E> work) throws RolledBackException {
            throw new RolledBackException(
                    new TransactionId("test"),
                    "the resource registry.tenants refuses",
                    new RegistryException.Busy("could not serialize", null));
        }

        @Override
        public Optional<Transaction> current() {
            return Optional.empty();
        }
    }

    /** A journal that cannot record while another transaction locks it. */
    private record BusyJournal(OperationJournal journal, AtomicBoolean held) implements OperationJournal {
        @Override
        public void record(DoneOperation operation) throws RegistryException {
            if (held.get()) {
                throw new RegistryException.Busy("canceling statement due to lock timeout", null);
            }
            journal.record(operation);
        }

        @Override
        public Optional<RecordedOperation> find(OperationId id) throws RegistryException {
            return journal.find(id);
        }

        @Override
        public int forget(Instant before, int atMost) throws RegistryException {
            return journal.forget(before, atMost);
        }
    }

    // --- revisions

    @Test
    void aChangeAtAnOldRevisionIsRefused() throws Exception {
        TenantView read = bus.tenantQueries.findTenant(admin(), acme).orElseThrow();
        bus.execute(admin(), new SuspendTenant(acme));
        TenantView resumed = bus.execute(admin(), new ResumeTenant(acme));

        refused(Reason.STALE, () -> bus.execute(admin().expecting(read.revision()), new SuspendTenant(acme)));
        assertThat(bus.execute(admin().expecting(resumed.revision()), new SuspendTenant(acme))
                        .state())
                .isEqualTo(TenantView.State.SUSPENDED);
    }

    /** The second of two changes at one revision is stale, also when the state after the first does not permit it. */
    @Test
    void theSecondOfTwoChangesAtOneRevisionIsStaleInEveryState() throws Exception {
        long seen = bus.tenantQueries.findTenant(admin(), acme).orElseThrow().revision();
        bus.execute(admin().expecting(seen), new SuspendTenant(acme));
        refused(Reason.STALE, () -> bus.execute(admin().expecting(seen), new SuspendTenant(acme)))
                .hasMessageContaining("is at revision " + (seen + 1) + " by now, not at " + seen);
        refused(Reason.STALE, () -> bus.execute(boss().expecting(seen), new WithdrawOffboarding(acme)));
        refused(Reason.STALE, () -> bus.execute(admin().expecting(seen), new PurgeTenant(acme)));
        bus.execute(admin(), new ResumeTenant(acme));

        UserView alice = bus.execute(boss(), new AddUser(acme, "alice", password(SECRET), TestBus.SENDER));
        Administrator asSeen = boss().expecting(alice.revision());
        var operator = Role.TENANT_OPERATOR;
        bus.execute(asSeen, new AssignRole(acme, alice.id(), operator));
        refused(Reason.STALE, () -> bus.execute(asSeen, new AssignRole(acme, alice.id(), operator)))
                .hasMessageContaining("User " + alice.id() + " is at revision");
        UserView locked = bus.execute(boss(), new LockUser(acme, alice.id()));
        refused(Reason.STALE, () -> bus.execute(asSeen, new LockUser(acme, alice.id())));
        refused(
                Reason.CONFLICT,
                () -> bus.execute(boss().expecting(locked.revision()), new LockUser(acme, alice.id())));
        bus.execute(boss(), new RemoveUser(acme, alice.id()));
        refused(Reason.STALE, () -> bus.execute(asSeen, new RemoveUser(acme, alice.id())));
    }

    @Test
    void anAssemblyIsChangedAtTheRevisionThatTheListShows() throws Exception {
        bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders"))));
        long read = bus.assemblyQueries
                .list(admin(), acme, PageRequest.first(1))
                .entries()
                .get(0)
                .revision()
                .orElseThrow();
        AssemblyView stopped = bus.execute(boss().expecting(read), new StopAssembly(acme, "orders"));

        assertThat(stopped.revision()).hasValue(read + 1);
        assertThat(bus.assemblyQueries
                        .list(admin(), acme, PageRequest.first(10))
                        .entries())
                .containsExactly(stopped);
        refused(Reason.STALE, () -> bus.execute(boss().expecting(read), new StartAssembly(acme, "orders")));
        refused(Reason.STALE, () -> bus.execute(boss().expecting(read), new UndeployAssembly(acme, "orders")));
    }

    /** A caller with an expected revision relies on the comparison. */
    @Test
    void anUncomparedRevisionIsRefused() throws Exception {
        refused(
                        Reason.INVALID,
                        () -> bus.execute(
                                admin().expecting(1),
                                new CreateTenant(
                                        "globex", "Globex", "boss", TestBus.password("globex's long password"))))
                .hasMessageContaining("ask without one");
        refused(
                Reason.INVALID,
                () -> bus.execute(
                        boss().expecting(1),
                        new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders")))));

        assertThat(bus.tenantQueries.findTenant(admin(), "globex")).isEmpty();
        assertThat(bus.assemblyQueries
                        .list(admin(), acme, PageRequest.first(10))
                        .entries())
                .isEmpty();
    }

    // --- quotas

    @Test
    void anAssemblyCountsUntilItIsUndeployed() throws Exception {
        bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders"))));
        assertThat(used(Resource.SERVICE_ASSEMBLIES)).isEqualTo(1);
        assertThat(used(Resource.SERVICE_UNITS)).isEqualTo(1);
        assertThat(used(Resource.ENDPOINTS)).isEqualTo(1);
        assertThat(used(Resource.REGISTRY_BYTES)).isPositive();

        bus.execute(boss(), new SwitchAssembly(acme, Content.of(archive("orders"))));
        bus.execute(boss(), new RollBackAssembly(acme, "orders"));
        assertThat(used(Resource.SERVICE_ASSEMBLIES)).isEqualTo(1);

        bus.execute(boss(), new UndeployAssembly(acme, "orders"));
        assertThat(used(Resource.SERVICE_ASSEMBLIES)).isZero();
        assertThat(used(Resource.REGISTRY_BYTES))
                .as("until housekeeping forgets them")
                .isPositive();
    }

    @Test
    void everyChangeLocksAllItsQuotasBeforeItConsumesOrReleasesAny() throws Exception {
        Map<TenantId, Set<?>> held = new HashMap<>();
        List<String> beforehand = new ArrayList<>();
        bus.services.bindResources(new ChangeResources(
                bus.units,
                bus.deployments,
                noting(held, beforehand),
                bus.quotas,
                bus.quotas,
                bus.audit,
                bus.journal,
                bus.node));
        List<ThrowingCallable> changes = List.of(
                () -> bus.execute(boss(), new AddUser(acme, "alice", password(SECRET), TestBus.SENDER)),
                () -> bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders")))),
                () -> bus.execute(boss(), new UpdateAssembly(acme, Content.of(archive("orders")))),
                () -> bus.execute(boss(), new SwitchAssembly(acme, Content.of(archive("orders")))),
                () -> bus.execute(boss(), new RollBackAssembly(acme, "orders")),
                () -> bus.execute(boss(), new UndeployAssembly(acme, "orders")),
                () -> bus.execute(admin(), new SuspendTenant(acme)),
                () -> bus.execute(admin(), new PurgeTenant(acme)));
        for (ThrowingCallable change : changes) {
            held.clear();
            assertThatCode(change).doesNotThrowAnyException();
        }
        assertThat(beforehand).isEmpty();
        assertThat(used(Resource.USERS)).as("a purged tenant uses nothing").isZero();
    }

    /** Records the uses and releases that come before the lock. */
    private Consumption noting(Map<TenantId, Set<?>> held, List<String> beforehand) {
        return (Consumption) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Consumption.class}, (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "hold" ->
                            held.merge((TenantId) arguments[0], Set.copyOf((Set<?>) arguments[1]), (a, b) -> {
                                beforehand.add("held twice: " + a + b);
                                return b;
                            });
                        case "consume" -> {
                            TenantId tenant = ((Consumer) arguments[2]).tenant();
                            ((List<?>) arguments[1])
                                    .stream()
                                            .map(Use.class::cast)
                                            .filter(use -> !held.getOrDefault(tenant, Set.of())
                                                    .contains(use.resource()))
                                            .forEach(use -> beforehand.add("used: " + use));
                        }
                        case "release", "releaseAll" -> {
                            if (!held.containsKey((TenantId) arguments[0])) {
                                beforehand.add("given back");
                            }
                        }
                        default -> {}
                    }
                    return method.invoke(bus.quotas, arguments);
                });
    }

    @Test
    void overTheQuotaNothingIsDeployed() throws Exception {
        QuotaKey key = QuotaKey.of(acme, Resource.SERVICE_ASSEMBLIES);
        bus.quotas.change(key, bus.quotas.findQuota(key).orElseThrow().revision(), Limit.of(1), boss);
        bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders"))));

        refused(
                        Reason.EXCEEDED,
                        () -> bus.execute(
                                boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("stock")))))
                .hasMessageContaining("SERVICE_ASSEMBLIES");
        assertThat(bus.deployer.find(acme, "stock")).isEmpty();
        assertThat(bus.node.published()).hasSize(1);
    }

    @Test
    void anOperatorDeploysWithinTheContingent() throws Exception {
        UserId olga = bus.registry
                .addUser(acme, user("olga"), Set.of(Role.TENANT_OPERATOR), boss)
                .value()
                .id();
        Administrator operator = new Administrator("acme/olga", "test");

        refused(
                Reason.EXCEEDED,
                () -> bus.execute(operator, new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders")))));
        for (Resource resource : List.of(
                Resource.SERVICE_ASSEMBLIES, Resource.SERVICE_UNITS, Resource.ENDPOINTS, Resource.REGISTRY_BYTES)) {
            bus.quotas.grant(
                    QuotaKey.of(acme, resource),
                    new Grantee.ToUser(olga),
                    resource == Resource.REGISTRY_BYTES ? 10_000 : 1,
                    boss);
        }
        assertThat(bus.execute(operator, new DeployAssembly(acme, Optional.empty(), Content.of(archive("invoices"))))
                        .state())
                .isEqualTo("STARTED");
        refused(
                Reason.EXCEEDED,
                () -> bus.execute(operator, new DeployAssembly(acme, Optional.empty(), Content.of(archive("stock")))));
    }

    // --- the audit trail

    @Test
    void changesAreInTheTenantsChainAndRefusalsInTheCallersChain() throws Exception {
        TenantId globex = bus.execute(admin(), new CreateTenant("globex", "Globex", "boss", password(SECRET)))
                .tenant()
                .id();
        Administrator ofAcme = new Administrator("acme/boss", "test");

        bus.execute(admin(), new SuspendTenant(globex));
        refused(
                Reason.FORBIDDEN,
                () -> bus.execute(ofAcme, new AddUser(globex, "spy", password(SECRET), TestBus.SENDER)));
        refused(Reason.FORBIDDEN, () -> bus.tenantQueries.listTenants(ofAcme, TenantFilter.ALL, PageRequest.first(1)));

        assertThat(bus.audit.read(globex, 1, 100))
                .extracting(e -> e.content().action())
                .containsExactly("suspendTenant");
        AuditEntry suspended = bus.audit.read(globex, 1, 100).get(0);
        assertThat(suspended.content().before()).contains("ACTIVE");
        assertThat(suspended.content().after()).contains("SUSPENDED");
        assertThat(bus.audit.read(acme, 1, 100))
                .extracting(e -> e.content().action())
                .contains("addUser refused: FORBIDDEN");
        assertThat(bus.audit.verify(globex)).isEmpty();
    }

    @Test
    void anArchiveIsNotHandedOutWithoutAnAuditEntry() throws Exception {
        bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders"))));
        bus.services.unbindResources(bus.resources);

        refused(Reason.UNAVAILABLE, () -> bus.assemblyQueries.archive(boss(), acme, "orders", Archive.ORIGINAL));
    }

    // --- callers

    @Test
    void aTenantsAdministratorAdministersTheTenantAndNoOther() throws Exception {
        TenantId globex = bus.execute(admin(), new CreateTenant("globex", "Globex", "boss", password(SECRET)))
                .tenant()
                .id();
        Administrator ofAcme = new Administrator("acme/boss", "test");

        bus.execute(ofAcme, new AddUser(acme, "alice", password(SECRET), TestBus.SENDER));
        bus.execute(ofAcme, new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders"))));
        assertThat(bus.tenantQueries.findTenant(ofAcme, "acme")).isPresent();

        refused(
                Reason.FORBIDDEN,
                () -> bus.execute(ofAcme, new DeployAssembly(globex, Optional.empty(), Content.of(archive("orders")))));
        refused(Reason.FORBIDDEN, () -> bus.tenantQueries.findTenant(ofAcme, globex));
        refused(Reason.FORBIDDEN, () -> bus.tenantQueries.findTenant(ofAcme, "globex"));
        refused(Reason.FORBIDDEN, () -> bus.tenantQueries.findTenant(ofAcme, "nobody"));
        refused(Reason.FORBIDDEN, () -> bus.tenantQueries.findTenant(ofAcme, new TenantId(new UUID(1, 2))));
        refused(Reason.FORBIDDEN, () -> bus.execute(ofAcme, new SuspendTenant(acme)));
    }

    @Test
    void aLockedUserAndAUserWithoutAnAdministrativeRoleAreRefused() throws Exception {
        bus.execute(boss(), new AddUser(acme, "alice", password(SECRET), TestBus.SENDER));
        refused(
                Reason.FORBIDDEN,
                () -> bus.userQueries.listUsers(new Administrator("acme/alice", "test"), acme, PageRequest.first(10)));
        bus.lock(acme, boss);
        refused(
                Reason.FORBIDDEN,
                () -> bus.execute(
                        new Administrator("acme/boss", "test"),
                        new AddUser(acme, "bob", password(SECRET), TestBus.SENDER)));
    }

    @Test
    void theSameLoginOfAnotherTenantIsAnotherUser() throws Exception {
        bus.execute(admin(), new CreateTenant("globex", "Globex", "boss", password(SECRET)));

        refused(
                Reason.FORBIDDEN,
                () -> bus.execute(
                        new Administrator("globex/boss", "test"),
                        new AddUser(acme, "bob", password(SECRET), TestBus.SENDER)));
        refused(
                Reason.FORBIDDEN,
                () -> bus.execute(
                        new Administrator("boss", "test"), new AddUser(acme, "bob", password(SECRET), TestBus.SENDER)));
        refused(
                Reason.FORBIDDEN,
                () -> bus.execute(
                        new Administrator("acme/globex/boss", "test"),
                        new AddUser(acme, "b", password(SECRET), TestBus.SENDER)));
    }

    // --- the nodes

    @Test
    void aChangeWithoutTheTransportToTheNodesIsNotMade() {
        bus.node.goAway();

        refused(
                Reason.UNAVAILABLE,
                () -> bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders")))));
    }

    @Test
    void aDeploymentThatFailsOnThisNodeIsTakenBack() throws Exception {
        bus.deployer.fails("orders");

        refused(
                        Reason.INVALID,
                        () -> bus.execute(
                                boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders")))))
                .hasMessage("the component refused the unit");
        assertThat(bus.deployments.findDeployment(acme, new AssemblyName("orders")))
                .isEmpty();
        assertThat(used(Resource.SERVICE_ASSEMBLIES)).isZero();
    }

    @Test
    void aRepetitionOnAnotherNodeReportsTheCompensation() throws Exception {
        bus.deployer.fails("orders");
        Administrator asking = boss().asking(UUID.randomUUID());
        refused(
                Reason.INVALID,
                () -> bus.execute(asking, new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders")))));
        int published = bus.node.published().size();

        bus.node.askAnother();

        refused(
                        Reason.INVALID,
                        () -> bus.execute(
                                asking, new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders")))))
                .hasMessage("the component refused the unit");
        assertThat(bus.node.published()).hasSize(published);
    }

    @Test
    void anotherCallerCannotCompensateAChangeByItsIdentifier() throws Exception {
        UUID id = UUID.randomUUID();
        AssemblyView deployed = bus.execute(
                boss().asking(id), new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders"))));
        UUID takingBack = UUID.nameUUIDFromBytes(("taken back: " + id).getBytes(UTF_8));
        bus.execute(admin().asking(takingBack), new CreateTenant("globex", "Globex", "boss", password(SECRET)));

        bus.node.askAnother();

        assertThat(bus.execute(
                                boss().asking(id),
                                new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders"))))
                        .name())
                .isEqualTo(deployed.name());
    }

    @Test
    void aPurgedTenantHasNoDataLeft() throws Exception {
        bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders"))));
        refused(Reason.CONFLICT, () -> bus.execute(admin(), new PurgeTenant(acme)))
                .hasMessageContaining("SUSPENDED");
        bus.execute(admin(), new DrainTenant(acme));

        assertThat(bus.execute(admin(), new PurgeTenant(acme)).state()).isEqualTo(TenantView.State.DELETED);

        bus.node.awaitAll();
        assertThat(bus.deployer.assemblies(acme)).isEmpty();
        assertThat(used(Resource.SERVICE_ASSEMBLIES)).isZero();
        refused(
                Reason.FORBIDDEN,
                () -> bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders")))));
    }

    private long used(Resource resource) throws Exception {
        return bus.quotas
                .findQuota(QuotaKey.of(acme, resource))
                .orElseThrow()
                .value()
                .used();
    }

    private NewUser user(String login) {
        return new NewUser(new Login(login), new Verifier(bus.hasher.verifier(SECRET.toCharArray())));
    }

    private static InputStream archive(String name) {
        return new ByteArrayInputStream(name.getBytes(UTF_8));
    }

    private static AbstractThrowableAssert<?, ?> refused(Reason reason, ThrowingCallable call) {
        return assertThatThrownBy(call)
                .isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                        .isEqualTo(reason));
    }
}
