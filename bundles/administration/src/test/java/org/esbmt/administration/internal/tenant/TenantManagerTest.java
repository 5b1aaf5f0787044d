package org.esbmt.administration.internal.tenant;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.administration.internal.harness.TestBus.admin;
import static org.esbmt.administration.internal.harness.TestBus.boss;
import static org.esbmt.administration.internal.harness.TestBus.password;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import javax.xml.namespace.QName;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.CreatedTenant;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.administration.api.ServiceId;
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
import org.esbmt.administration.api.command.ContingentCommand.GrantContingent;
import org.esbmt.administration.api.command.QuotaCommand.GrantQuota;
import org.esbmt.administration.api.command.ServiceCommand.RegisterService;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantCommand.DrainTenant;
import org.esbmt.administration.api.command.TenantCommand.PurgeTenant;
import org.esbmt.administration.api.command.TenantCommand.RequestOffboarding;
import org.esbmt.administration.api.command.TenantCommand.ResumeTenant;
import org.esbmt.administration.api.command.TenantCommand.SuspendTenant;
import org.esbmt.administration.api.command.TenantCommand.WithdrawOffboarding;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.api.command.UserCommand.AssignRole;
import org.esbmt.administration.api.command.UserCommand.HandOverDefaultAdmin;
import org.esbmt.administration.api.command.UserCommand.LockUser;
import org.esbmt.administration.api.command.UserCommand.ResetDefaultAdmin;
import org.esbmt.administration.api.command.UserCommand.SetPassword;
import org.esbmt.administration.api.command.UserCommand.UnlockUser;
import org.esbmt.administration.internal.harness.CrashingRegistry;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.administration.internal.policy.Caller;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.StoredCredential;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.service.ServiceQuery;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenancy.api.quota.Grantee;
import org.esbmt.tenancy.api.quota.Limit;
import org.esbmt.tenancy.api.quota.Resource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TenantManagerTest {
    private static final String SECRET = "acme's long password";

    @TempDir
    Path data;

    private TestBus bus;

    @BeforeEach
    void start() throws Exception {
        bus = new TestBus(data).withAdministrator();
    }

    @Test
    void aNewTenantIsActiveAndHasItsDefaultAdministrator() throws Exception {
        CreatedTenant made = create("acme");

        assertThat(made.tenant().state()).isEqualTo(TenantView.State.ACTIVE);
        assertThat(made.administrator().login()).isEqualTo("boss");
        assertThat(made.administrator().defaultAdministrator()).isTrue();
        assertThat(bus.registry.roles(made.tenant().id(), made.administrator().id()))
                .containsExactly(Role.TENANT_ADMIN);
        assertThat(bus.tenantQueries.findTenant(admin(), "acme")).contains(made.tenant());
        assertThat(bus.tenantQueries.findTenant(admin(), made.tenant().id())).contains(made.tenant());
        assertThat(credential(made.administrator()).verifier().text()).doesNotContain(SECRET);
    }

    @Test
    void aNameIsTakenOnce() throws Exception {
        create("acme");

        refused(Reason.CONFLICT, () -> create("acme"));
    }

    @Test
    void namesThatBreakTheRuleAreRefusedWithIt() {
        refused(Reason.INVALID, () -> create("Acme GmbH"));
        refused(Reason.INVALID, () -> bus.execute(admin(), new CreateTenant("acme", "A\nB", "boss", password(SECRET))));
        refused(Reason.INVALID, () -> bus.execute(admin(), new CreateTenant("acme", "Acme", "a b", password(SECRET))));
    }

    @Test
    void suspendAndResumeFollowTheLifeOfATenant() throws Exception {
        TenantId acme = create("acme").tenant().id();

        refused(Reason.CONFLICT, () -> bus.execute(admin(), new ResumeTenant(acme)));
        assertThat(bus.execute(admin(), new SuspendTenant(acme)).state()).isEqualTo(TenantView.State.SUSPENDED);
        refused(Reason.CONFLICT, () -> bus.execute(admin(), new SuspendTenant(acme)));
        assertThat(bus.execute(admin(), new ResumeTenant(acme)).state()).isEqualTo(TenantView.State.ACTIVE);
    }

    @Test
    void aTenantAsksToLeaveByItsNameAndTakesThatBack() throws Exception {
        TenantId acme = create("acme").tenant().id();

        for (String wrong : List.of("", "globex", "Acme", "The acme", acme.toString())) {
            refused(Reason.INVALID, () -> bus.execute(boss(), new RequestOffboarding(acme, wrong)));
        }
        refused(Reason.CONFLICT, () -> bus.execute(boss(), new WithdrawOffboarding(acme)));
        assertThat(bus.execute(boss(), new RequestOffboarding(acme, "acme")).state())
                .isEqualTo(TenantView.State.OFFBOARDING);
        refused(Reason.CONFLICT, () -> bus.execute(boss(), new RequestOffboarding(acme, "acme")));
        assertThat(bus.execute(boss(), new WithdrawOffboarding(acme)).state()).isEqualTo(TenantView.State.ACTIVE);
        refused(Reason.CONFLICT, () -> bus.execute(boss(), new WithdrawOffboarding(acme)));
        assertThat(bus.audit.read(acme, 1, 100))
                .extracting(e -> e.content().action() + " "
                        + e.content().before().orElse("") + " "
                        + e.content().after().orElse(""))
                .contains("requestOffboarding ACTIVE OFFBOARDING", "withdrawOffboarding OFFBOARDING ACTIVE");
    }

    @Test
    void aSuspendedTenantIsNotReactivatedByARequestToLeave() throws Exception {
        TenantId acme = create("acme").tenant().id();
        bus.execute(admin(), new SuspendTenant(acme));
        bus.execute(boss(), new RequestOffboarding(acme, "acme"));
        assertThat(bus.execute(boss(), new WithdrawOffboarding(acme)).state()).isEqualTo(TenantView.State.SUSPENDED);

        bus.execute(admin(), new ResumeTenant(acme));
        bus.execute(boss(), new RequestOffboarding(acme, "acme"));
        assertThat(bus.execute(admin(), new SuspendTenant(acme)).state()).isEqualTo(TenantView.State.SUSPENDED);
        refused(Reason.CONFLICT, () -> bus.execute(boss(), new WithdrawOffboarding(acme)));
        bus.execute(boss(), new RequestOffboarding(acme, "acme"));
        assertThat(bus.execute(boss(), new WithdrawOffboarding(acme)).state()).isEqualTo(TenantView.State.SUSPENDED);
    }

    @Test
    void theInstallationPurgesOrResumesALeavingTenant() throws Exception {
        TenantId acme = create("acme").tenant().id();
        bus.execute(boss(), new RequestOffboarding(acme, "acme"));
        refused(Reason.CONFLICT, () -> bus.execute(admin(), new DrainTenant(acme)));
        refused(Reason.FORBIDDEN, () -> bus.execute(boss(), new PurgeTenant(acme)));
        refused(Reason.FORBIDDEN, () -> bus.execute(boss(), new ResumeTenant(acme)));
        assertThat(bus.execute(admin(), new ResumeTenant(acme)).state()).isEqualTo(TenantView.State.ACTIVE);

        bus.execute(boss(), new RequestOffboarding(acme, "acme"));
        assertThat(bus.execute(admin(), new PurgeTenant(acme)).state()).isEqualTo(TenantView.State.DELETED);
        TenantId globex = create("globex").tenant().id();
        bus.execute(admin(), new DrainTenant(globex));
        refused(
                Reason.CONFLICT,
                () -> bus.execute(new Administrator("globex/boss", "test"), new RequestOffboarding(globex, "globex")));
    }

    @Test
    void aLeavingTenantKeepsItsDataAndGetsNoUsersOrAssemblies() throws Exception {
        TenantId acme = create("acme").tenant().id();
        bus.execute(boss(), new AddUser(acme, "clerk", password(SECRET), Set.of(Role.TENANT_USER)));
        bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders"))));
        bus.execute(boss(), new RequestOffboarding(acme, "acme"));

        refused(
                Reason.CONFLICT,
                () -> bus.execute(boss(), new AddUser(acme, "dave", password(SECRET), Set.of(Role.TENANT_USER))));
        refused(
                Reason.CONFLICT,
                () -> bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("more")))));
        assertThat(bus.userQueries
                        .listUsers(boss(), acme, PageRequest.first(10))
                        .total())
                .isEqualTo(2);
        assertThat(bus.assemblyQueries.list(boss(), acme, PageRequest.first(10)).entries())
                .hasSize(1);
        bus.execute(boss(), new UndeployAssembly(acme, "orders"));

        bus.execute(boss(), new WithdrawOffboarding(acme));
        bus.execute(boss(), new AddUser(acme, "dave", password(SECRET), Set.of(Role.TENANT_USER)));
        bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("more"))));
    }

    /** By decision 27, the purge removes descriptions, limits and appointments with the tenant. */
    @Test
    void aLeavingTenantStillRegistersServicesAndGrantsRolesAndContingents() throws Exception {
        TenantId acme = create("acme").tenant().id();
        bus.execute(admin(), new GrantQuota(QuotaId.of(acme, Resource.REGISTERED_SERVICES), Limit.of(1)));
        UserView clerk = bus.execute(boss(), new AddUser(acme, "clerk", password(SECRET), Set.of(Role.TENANT_USER)));
        bus.execute(boss(), new DeployAssembly(acme, Optional.empty(), Content.of(archive("orders"))));
        bus.execute(boss(), new SwitchAssembly(acme, Content.of(archive("orders"))));
        bus.execute(boss(), new RequestOffboarding(acme, "acme"));
        ServiceId orders = new ServiceId(new QName("urn:acme", "Orders"), "1");
        QuotaId assemblies = QuotaId.of(acme, Resource.SERVICE_ASSEMBLIES);

        bus.execute(boss(), new RegisterService(acme, orders, Optional.empty()));
        bus.execute(boss(), new AssignRole(acme, clerk.id(), Role.TENANT_OPERATOR));
        bus.execute(boss(), new GrantContingent(assemblies, new Grantee.ToUser(clerk.id()), 1));
        bus.execute(boss(), new HandOverDefaultAdmin(acme, clerk.id()));
        assertThat(bus.execute(boss(), new RollBackAssembly(acme, "orders")).name())
                .isEqualTo("orders");
        bus.execute(boss(), new StopAssembly(acme, "orders"));
        bus.execute(boss(), new StartAssembly(acme, "orders"));
        refused(Reason.CONFLICT, () -> bus.execute(boss(), new SwitchAssembly(acme, Content.of(archive("orders")))));
        refused(Reason.CONFLICT, () -> bus.execute(boss(), new UpdateAssembly(acme, Content.of(archive("orders")))));

        bus.execute(admin(), new PurgeTenant(acme));
        assertThat(bus.deployments
                        .listServices(acme, new ServiceQuery(Optional.empty(), Optional.empty(), new Slice(0, 1)))
                        .total())
                .isZero();
        refused(
                Reason.CONFLICT,
                () -> bus.execute(admin(), new GrantQuota(QuotaId.of(acme, Resource.USERS), Limit.of(1))));
    }

    @Test
    void aRequestToLeaveIsMadeOnceAndAtTheExpectedRevision() throws Exception {
        TenantId acme = create("acme").tenant().id();
        Administrator asking = boss().asking(UUID.randomUUID());

        refused(Reason.STALE, () -> bus.execute(asking.expecting(7), new RequestOffboarding(acme, "acme")));
        TenantView first = bus.execute(asking.expecting(1), new RequestOffboarding(acme, "acme"));
        assertThat(bus.execute(asking.expecting(1), new RequestOffboarding(acme, "acme")))
                .isEqualTo(first);
        refused(Reason.CONFLICT, () -> bus.execute(asking, new WithdrawOffboarding(acme)));
        refused(Reason.STALE, () -> bus.execute(boss().expecting(1), new WithdrawOffboarding(acme)));
        assertThat(bus.execute(boss().expecting(2), new WithdrawOffboarding(acme))
                        .revision())
                .isEqualTo(3);
    }

    private static InputStream archive(String name) {
        return new ByteArrayInputStream(name.getBytes(UTF_8));
    }

    @Test
    void usersAreAddedLockedAndUnlocked() throws Exception {
        TenantId acme = create("acme").tenant().id();

        UserView clerk = bus.execute(boss(), new AddUser(acme, "clerk", password(SECRET), Set.of(Role.TENANT_USER)));

        assertThat(bus.registry.roles(acme, clerk.id())).containsExactly(Role.TENANT_USER);
        refused(
                Reason.CONFLICT,
                () -> bus.execute(boss(), new AddUser(acme, "clerk", password(SECRET), Set.of(Role.TENANT_USER))));
        assertThat(bus.userQueries.findUser(boss(), acme, "clerk")).contains(clerk);
        assertThat(bus.userQueries.findUser(boss(), acme, "c lerk")).isEmpty();
        refused(Reason.CONFLICT, () -> bus.execute(boss(), new UnlockUser(acme, clerk.id())));
        assertThat(bus.execute(boss(), new LockUser(acme, clerk.id())).state()).isEqualTo(UserView.State.LOCKED);
        refused(Reason.CONFLICT, () -> bus.execute(boss(), new LockUser(acme, clerk.id())));
        assertThat(bus.execute(boss(), new UnlockUser(acme, clerk.id())).state())
                .isEqualTo(UserView.State.ACTIVE);
        assertThat(bus.userQueries.listUsers(boss(), acme, PageRequest.first(1)).entries())
                .extracting(UserView::login)
                .containsExactly("boss");
        assertThat(bus.userQueries.listUsers(boss(), acme, PageRequest.first(1)).total())
                .isEqualTo(2);
    }

    @Test
    void aNewPasswordHasAnotherVerifierAndVersion() throws Exception {
        UserView boss = create("acme").administrator();
        StoredCredential before = credential(boss);

        bus.execute(boss(), new SetPassword(boss.tenant(), boss.id(), password("another long password")));

        StoredCredential after = credential(boss);
        assertThat(after.verifier()).isNotEqualTo(before.verifier());
        assertThat(after.version()).isNotEqualTo(before.version());
    }

    @Test
    void aTenantsDefaultAdministratorGetsAnotherPasswordAndIsUnlocked() throws Exception {
        UserView boss = create("acme").administrator();
        TenantId acme = boss.tenant();
        for (int i = 0; i < 3; i++) {
            bus.execute(boss(), new AddUser(acme, "a" + i, password(SECRET), Set.of(Role.TENANT_USER)));
        }
        bus.lock(acme, boss.id());

        UserView reset = bus.execute(admin(), new ResetDefaultAdmin(acme, password("another long password")));

        assertThat(reset.id()).isEqualTo(boss.id());
        assertThat(reset.state()).isEqualTo(UserView.State.ACTIVE);
        assertThat(bus.admit("acme/boss", SECRET)).isEmpty();
        assertThat(bus.admit("acme/boss", "another long password")).isPresent();
        assertThat(bus.admit("acme/a0", "another long password")).isEmpty();
        assertThat(bus.audit.read(acme, 1, 100))
                .filteredOn(e -> e.content().action().equals("resetDefaultAdmin"))
                .singleElement()
                .satisfies(e -> {
                    assertThat(e.content().before()).contains("LOCKED");
                    assertThat(e.content().after()).contains("ACTIVE");
                });
        refused(
                Reason.NOT_FOUND,
                () -> bus.execute(admin(), new ResetDefaultAdmin(new TenantId(new UUID(1, 2)), password(SECRET))));
        refused(
                Reason.NOT_FOUND,
                () -> bus.execute(admin(), new ResetDefaultAdmin(TenantRegistry.SYSTEM, password(SECRET))));
    }

    @Test
    void aResetUnderAnIdentifierIsDoneOnce() throws Exception {
        TenantId acme = create("acme").tenant().id();
        Administrator asking = admin().asking(UUID.randomUUID());
        bus.execute(asking, new ResetDefaultAdmin(acme, password("another long password")));
        long revision =
                bus.userQueries.findUser(boss(), acme, "boss").orElseThrow().revision();

        assertThat(bus.execute(asking, new ResetDefaultAdmin(acme, password("another long password")))
                        .revision())
                .isEqualTo(revision);
        refused(
                Reason.CONFLICT,
                () -> bus.execute(asking, new ResetDefaultAdmin(acme, password("a third long password"))));
    }

    @Test
    void unknownTenantsAreNotFound() throws Exception {
        TenantId nobody = new TenantId(new UUID(1, 2));
        UserId stranger = new UserId(new UUID(3, 4));
        UserView globexBoss = create("globex").administrator();
        TenantId acme = create("acme").tenant().id();

        refused(Reason.NOT_FOUND, () -> bus.execute(admin(), new SuspendTenant(nobody)));
        refused(
                Reason.FORBIDDEN,
                () -> bus.execute(boss(), new AddUser(nobody, "x", password(SECRET), Set.of(Role.TENANT_USER))));
        refused(Reason.FORBIDDEN, () -> bus.userQueries.listUsers(boss(), nobody, PageRequest.first(1)));
        refused(Reason.NOT_FOUND, () -> bus.execute(boss(), new LockUser(acme, stranger)));
        refused(Reason.NOT_FOUND, () -> bus.execute(boss(), new SetPassword(acme, globexBoss.id(), password(SECRET))));
        assertThat(bus.tenantQueries.findTenant(admin(), nobody)).isEmpty();
        assertThat(bus.tenantQueries.findTenant(admin(), "No Name")).isEmpty();
    }

    @Test
    void theSystemTenantIsOutOfReach() throws Exception {
        UserId adminId =
                bus.administrators.findCaller(admin()).map(Caller::user).orElseThrow();

        refused(Reason.NOT_FOUND, () -> bus.execute(admin(), new ResumeTenant(TenantRegistry.SYSTEM)));
        refused(
                Reason.FORBIDDEN,
                () -> bus.execute(
                        admin(), new AddUser(TenantRegistry.SYSTEM, "x", password(SECRET), Set.of(Role.TENANT_USER))));
        refused(Reason.FORBIDDEN, () -> bus.execute(admin(), new LockUser(TenantRegistry.SYSTEM, adminId)));
        refused(
                Reason.FORBIDDEN,
                () -> bus.execute(admin(), new SetPassword(TenantRegistry.SYSTEM, adminId, password(SECRET))));
        refused(
                Reason.FORBIDDEN,
                () -> bus.userQueries.listUsers(admin(), TenantRegistry.SYSTEM, PageRequest.first(1)));
        assertThat(bus.tenantQueries.findTenant(admin(), TenantRegistry.SYSTEM)).isEmpty();
        assertThat(bus.tenantQueries.findTenant(admin(), "system")).isEmpty();
    }

    @Test
    void anUnknownCallerIsRefused() throws Exception {
        CreatedTenant acme = create("acme");
        Administrator boss = new Administrator("boss", "test");

        refused(Reason.FORBIDDEN, () -> bus.tenantQueries.listTenants(boss, TenantFilter.ALL, PageRequest.first(1)));
        refused(
                Reason.FORBIDDEN,
                () -> bus.execute(boss, new SuspendTenant(acme.tenant().id())));
        assertThat(bus.tenantQueries.findTenant(admin(), acme.tenant().id()).orElseThrow())
                .isEqualTo(acme.tenant());
    }

    @Test
    void aConcurrentChangeIsRetriedBeforeItIsAnError() throws Exception {
        TenantId acme = create("acme").tenant().id();
        CrashingRegistry stale = new CrashingRegistry(bus.registry, true) {
            private boolean disturbed;

            @Override
            public org.esbmt.registry.api.Versioned<org.esbmt.registry.api.Tenant> changeTenantState(
                    TenantId tenant, long expectedRevision, org.esbmt.registry.api.TenantState state)
                    throws org.esbmt.registry.api.RegistryException {
                if (!disturbed) {
                    disturbed = true;
                    throw new org.esbmt.registry.api.RegistryException.Stale("somebody came between");
                }
                return super.changeTenantState(tenant, expectedRevision, state);
            }
        };
        bus.services.bindTenants(stale);

        assertThat(bus.execute(admin(), new SuspendTenant(acme)).state()).isEqualTo(TenantView.State.SUSPENDED);
    }

    @Test
    void operationsWithoutTheRegistryAreUnavailable() throws Exception {
        bus.registry.goAway();
        refused(Reason.UNAVAILABLE, () -> create("acme"));

        bus.registry.comeBack();
        assertThat(bus.tenantQueries
                        .listTenants(admin(), TenantFilter.ALL, PageRequest.first(10))
                        .entries())
                .isEmpty();
    }

    @Test
    void tenantsAreListedByFilter() throws Exception {
        create("acme");
        TenantId globex = create("globex").tenant().id();
        bus.execute(admin(), new SuspendTenant(globex));

        assertThat(names(TenantFilter.ALL)).containsExactly("acme", "globex");
        assertThat(names(new TenantFilter(Optional.of("lob"), Optional.empty())))
                .containsExactly("globex");
        assertThat(names(new TenantFilter(Optional.empty(), Optional.of(TenantView.State.ACTIVE))))
                .containsExactly("acme");
    }

    @Test
    void theListCountsManyTenantsToABoundAndTheStatusCountsAll() throws Exception {
        bus.manyTenants("acme", 1_003);

        Page<TenantView> first = bus.tenantQueries.listTenants(admin(), TenantFilter.ALL, PageRequest.first(10));
        assertThat(first.total()).isEqualTo(1_000);
        assertThat(first.exact()).isFalse();
        assertThat(first.hasMore()).isTrue();
        Page<TenantView> last = bus.tenantQueries.listTenants(
                admin(),
                new TenantFilter(Optional.empty(), Optional.empty(), Optional.of("acme-10999")),
                PageRequest.first(10));
        assertThat(last.entries())
                .extracting(TenantView::name)
                .containsExactly("acme-11000", "acme-11001", "acme-11002");
        assertThat(last.exact()).isTrue();
        assertThat(last.hasMore()).isFalse();
        assertThat(bus.status.status(admin()).tenants()).isEqualTo(Map.of(TenantView.State.ACTIVE, 1_003L));
    }

    private Iterable<String> names(TenantFilter filter) throws AdministrationException {
        return bus.tenantQueries.listTenants(admin(), filter, PageRequest.first(10)).entries().stream()
                .map(TenantView::name)
                .toList();
    }

    private CreatedTenant create(String name) throws AdministrationException {
        return bus.execute(admin(), new CreateTenant(name, "The " + name, "boss", password(SECRET)));
    }

    private StoredCredential credential(UserView user) throws Exception {
        return bus.registry.find(user.tenant(), user.id()).orElseThrow();
    }

    private static void refused(Reason reason, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                .isEqualTo(reason));
    }
}
