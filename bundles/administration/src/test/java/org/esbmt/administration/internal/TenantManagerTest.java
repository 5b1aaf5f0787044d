package org.esbmt.administration.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.administration.internal.TestBus.admin;
import static org.esbmt.administration.internal.TestBus.boss;
import static org.esbmt.administration.internal.TestBus.password;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import javax.xml.namespace.QName;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Ceiling;
import org.esbmt.administration.api.CreatedTenant;
import org.esbmt.administration.api.Grantee;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.administration.api.ServiceId;
import org.esbmt.administration.api.TenantAdministration.TenantFilter;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.UserView;
import org.esbmt.registry.api.Role;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.StoredCredential;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.service.ServiceQuery;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
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
        assertThat(bus.tenants.findTenant(admin(), "acme")).contains(made.tenant());
        assertThat(bus.tenants.findTenant(admin(), made.tenant().id())).contains(made.tenant());
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
        refused(Reason.INVALID, () -> bus.tenants.createTenant(admin(), "acme", "A\nB", "boss", password(SECRET)));
        refused(Reason.INVALID, () -> bus.tenants.createTenant(admin(), "acme", "Acme", "a b", password(SECRET)));
    }

    @Test
    void suspendAndResumeFollowTheLifeOfATenant() throws Exception {
        TenantId acme = create("acme").tenant().id();

        refused(Reason.CONFLICT, () -> bus.tenants.resume(admin(), acme));
        assertThat(bus.tenants.suspend(admin(), acme).state()).isEqualTo(TenantView.State.SUSPENDED);
        refused(Reason.CONFLICT, () -> bus.tenants.suspend(admin(), acme));
        assertThat(bus.tenants.resume(admin(), acme).state()).isEqualTo(TenantView.State.ACTIVE);
    }

    @Test
    void aTenantAsksToLeaveByItsNameAndTakesThatBack() throws Exception {
        TenantId acme = create("acme").tenant().id();

        for (String wrong : List.of("", "globex", "Acme", "The acme", acme.toString())) {
            refused(Reason.INVALID, () -> bus.tenants.requestOffboarding(boss(), acme, wrong));
        }
        refused(Reason.CONFLICT, () -> bus.tenants.withdrawOffboarding(boss(), acme));
        assertThat(bus.tenants.requestOffboarding(boss(), acme, "acme").state())
                .isEqualTo(TenantView.State.OFFBOARDING);
        refused(Reason.CONFLICT, () -> bus.tenants.requestOffboarding(boss(), acme, "acme"));
        assertThat(bus.tenants.withdrawOffboarding(boss(), acme).state()).isEqualTo(TenantView.State.ACTIVE);
        refused(Reason.CONFLICT, () -> bus.tenants.withdrawOffboarding(boss(), acme));
        assertThat(bus.audit.read(acme, 1, 100))
                .extracting(e -> e.content().action() + " "
                        + e.content().before().orElse("") + " "
                        + e.content().after().orElse(""))
                .contains("requestOffboarding ACTIVE OFFBOARDING", "withdrawOffboarding OFFBOARDING ACTIVE");
    }

    @Test
    void whoIsSuspendedIsNotActiveAgainByAskingToLeave() throws Exception {
        TenantId acme = create("acme").tenant().id();
        bus.tenants.suspend(admin(), acme);
        bus.tenants.requestOffboarding(boss(), acme, "acme");
        assertThat(bus.tenants.withdrawOffboarding(boss(), acme).state()).isEqualTo(TenantView.State.SUSPENDED);

        bus.tenants.resume(admin(), acme);
        bus.tenants.requestOffboarding(boss(), acme, "acme");
        assertThat(bus.tenants.suspend(admin(), acme).state()).isEqualTo(TenantView.State.SUSPENDED);
        refused(Reason.CONFLICT, () -> bus.tenants.withdrawOffboarding(boss(), acme));
        bus.tenants.requestOffboarding(boss(), acme, "acme");
        assertThat(bus.tenants.withdrawOffboarding(boss(), acme).state()).isEqualTo(TenantView.State.SUSPENDED);
    }

    @Test
    void whoAsksToLeaveIsPurgedOrResumedByTheInstallation() throws Exception {
        TenantId acme = create("acme").tenant().id();
        bus.tenants.requestOffboarding(boss(), acme, "acme");
        refused(Reason.CONFLICT, () -> bus.tenants.drain(admin(), acme));
        refused(Reason.FORBIDDEN, () -> bus.tenants.purge(boss(), acme));
        refused(Reason.FORBIDDEN, () -> bus.tenants.resume(boss(), acme));
        assertThat(bus.tenants.resume(admin(), acme).state()).isEqualTo(TenantView.State.ACTIVE);

        bus.tenants.requestOffboarding(boss(), acme, "acme");
        assertThat(bus.tenants.purge(admin(), acme).state()).isEqualTo(TenantView.State.DELETED);
        TenantId globex = create("globex").tenant().id();
        bus.tenants.drain(admin(), globex);
        refused(
                Reason.CONFLICT,
                () -> bus.tenants.requestOffboarding(new Administrator("globex/boss", "test"), globex, "globex"));
    }

    @Test
    void whoAsksToLeaveKeepsWhatIsThereAndGetsNothingNew() throws Exception {
        TenantId acme = create("acme").tenant().id();
        bus.tenants.addUser(boss(), acme, "clerk", password(SECRET));
        bus.assemblies.deploy(boss(), acme, archive("orders"));
        bus.tenants.requestOffboarding(boss(), acme, "acme");

        refused(Reason.CONFLICT, () -> bus.tenants.addUser(boss(), acme, "dave", password(SECRET)));
        refused(Reason.CONFLICT, () -> bus.assemblies.deploy(boss(), acme, archive("more")));
        assertThat(bus.tenants.listUsers(boss(), acme, PageRequest.first(10)).total())
                .isEqualTo(2);
        assertThat(bus.assemblies.list(boss(), acme, PageRequest.first(10)).entries())
                .hasSize(1);
        bus.assemblies.undeploy(boss(), acme, "orders");

        bus.tenants.withdrawOffboarding(boss(), acme);
        bus.tenants.addUser(boss(), acme, "dave", password(SECRET));
        bus.assemblies.deploy(boss(), acme, archive("more"));
    }

    /** As decision 27 has it: what only describes, bounds or names goes with the purge. */
    @Test
    void whoAsksToLeaveStillDescribesAndAppointsAndHandsOut() throws Exception {
        TenantId acme = create("acme").tenant().id();
        bus.ceilings.grant(admin(), QuotaId.of(acme, QuotaId.Resource.REGISTERED_SERVICES), Ceiling.of(1));
        UserView clerk = bus.tenants.addUser(boss(), acme, "clerk", password(SECRET));
        bus.assemblies.deploy(boss(), acme, archive("orders"));
        bus.assemblies.switchTo(boss(), acme, archive("orders"));
        bus.tenants.requestOffboarding(boss(), acme, "acme");
        ServiceId orders = new ServiceId(new QName("urn:acme", "Orders"), "1");
        QuotaId assemblies = QuotaId.of(acme, QuotaId.Resource.SERVICE_ASSEMBLIES);

        bus.registrations.register(boss(), acme, orders, Optional.empty());
        bus.users.assignRole(boss(), acme, clerk.id(), Grantee.Role.TENANT_OPERATOR);
        bus.contingents.grant(boss(), assemblies, new Grantee.ToUser(clerk.id()), 1);
        bus.users.handOverDefaultAdmin(boss(), acme, clerk.id());
        assertThat(bus.assemblies.rollback(boss(), acme, "orders").name()).isEqualTo("orders");
        bus.assemblies.stop(boss(), acme, "orders");
        bus.assemblies.start(boss(), acme, "orders");
        refused(Reason.CONFLICT, () -> bus.assemblies.switchTo(boss(), acme, archive("orders")));
        refused(Reason.CONFLICT, () -> bus.assemblies.update(boss(), acme, archive("orders")));

        bus.tenants.purge(admin(), acme);
        assertThat(bus.deployments
                        .listServices(acme, new ServiceQuery(Optional.empty(), Optional.empty(), new Slice(0, 1)))
                        .total())
                .isZero();
        refused(
                Reason.CONFLICT,
                () -> bus.ceilings.grant(admin(), QuotaId.of(acme, QuotaId.Resource.USERS), Ceiling.of(1)));
    }

    @Test
    void aRequestToLeaveIsMadeOnceAndOfTheRevisionThatWasSeen() throws Exception {
        TenantId acme = create("acme").tenant().id();
        Administrator asking = boss().asking(UUID.randomUUID());

        refused(Reason.STALE, () -> bus.tenants.requestOffboarding(asking.expecting(7), acme, "acme"));
        TenantView first = bus.tenants.requestOffboarding(asking.expecting(1), acme, "acme");
        assertThat(bus.tenants.requestOffboarding(asking.expecting(1), acme, "acme"))
                .isEqualTo(first);
        refused(Reason.CONFLICT, () -> bus.tenants.withdrawOffboarding(asking, acme));
        refused(Reason.STALE, () -> bus.tenants.withdrawOffboarding(boss().expecting(1), acme));
        assertThat(bus.tenants.withdrawOffboarding(boss().expecting(2), acme).revision())
                .isEqualTo(3);
    }

    private static InputStream archive(String name) {
        return new ByteArrayInputStream(name.getBytes(UTF_8));
    }

    @Test
    void usersAreAddedLockedAndUnlocked() throws Exception {
        TenantId acme = create("acme").tenant().id();

        UserView clerk = bus.tenants.addUser(boss(), acme, "clerk", password(SECRET));

        assertThat(bus.registry.roles(acme, clerk.id())).containsExactly(Role.TENANT_USER);
        refused(Reason.CONFLICT, () -> bus.tenants.addUser(boss(), acme, "clerk", password(SECRET)));
        assertThat(bus.tenants.findUser(boss(), acme, "clerk")).contains(clerk);
        assertThat(bus.tenants.findUser(boss(), acme, "c lerk")).isEmpty();
        refused(Reason.CONFLICT, () -> bus.tenants.unlockUser(boss(), acme, clerk.id()));
        assertThat(bus.tenants.lockUser(boss(), acme, clerk.id()).state()).isEqualTo(UserView.State.LOCKED);
        refused(Reason.CONFLICT, () -> bus.tenants.lockUser(boss(), acme, clerk.id()));
        assertThat(bus.tenants.unlockUser(boss(), acme, clerk.id()).state()).isEqualTo(UserView.State.ACTIVE);
        assertThat(bus.tenants.listUsers(boss(), acme, PageRequest.first(1)).entries())
                .extracting(UserView::login)
                .containsExactly("boss");
        assertThat(bus.tenants.listUsers(boss(), acme, PageRequest.first(1)).total())
                .isEqualTo(2);
    }

    @Test
    void aNewPasswordHasAnotherVerifierAndVersion() throws Exception {
        UserView boss = create("acme").administrator();
        StoredCredential before = credential(boss);

        bus.tenants.setPassword(boss(), boss.tenant(), boss.id(), password("another long password"));

        StoredCredential after = credential(boss);
        assertThat(after.verifier()).isNotEqualTo(before.verifier());
        assertThat(after.version()).isNotEqualTo(before.version());
    }

    @Test
    void aTenantsDefaultAdministratorGetsAnotherPasswordAndIsUnlocked() throws Exception {
        UserView boss = create("acme").administrator();
        TenantId acme = boss.tenant();
        for (int i = 0; i < 3; i++) {
            bus.tenants.addUser(boss(), acme, "a" + i, password(SECRET));
        }
        bus.lock(acme, boss.id());

        UserView reset = bus.tenants.resetDefaultAdmin(admin(), acme, password("another long password"));

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
                () -> bus.tenants.resetDefaultAdmin(admin(), new TenantId(new UUID(1, 2)), password(SECRET)));
        refused(
                Reason.NOT_FOUND,
                () -> bus.tenants.resetDefaultAdmin(admin(), TenantRegistry.SYSTEM, password(SECRET)));
    }

    @Test
    void aResetUnderAnIdentifierIsDoneOnce() throws Exception {
        TenantId acme = create("acme").tenant().id();
        Administrator asking = admin().asking(UUID.randomUUID());
        bus.tenants.resetDefaultAdmin(asking, acme, password("another long password"));
        long revision = bus.tenants.findUser(boss(), acme, "boss").orElseThrow().revision();

        assertThat(bus.tenants
                        .resetDefaultAdmin(asking, acme, password("another long password"))
                        .revision())
                .isEqualTo(revision);
        refused(Reason.CONFLICT, () -> bus.tenants.resetDefaultAdmin(asking, acme, password("a third long password")));
    }

    @Test
    void strangersAreNotFound() throws Exception {
        TenantId nobody = new TenantId(new UUID(1, 2));
        UserId stranger = new UserId(new UUID(3, 4));
        UserView globexBoss = create("globex").administrator();
        TenantId acme = create("acme").tenant().id();

        refused(Reason.NOT_FOUND, () -> bus.tenants.suspend(admin(), nobody));
        refused(Reason.FORBIDDEN, () -> bus.tenants.addUser(boss(), nobody, "x", password(SECRET)));
        refused(Reason.FORBIDDEN, () -> bus.tenants.listUsers(boss(), nobody, PageRequest.first(1)));
        refused(Reason.NOT_FOUND, () -> bus.tenants.lockUser(boss(), acme, stranger));
        refused(Reason.NOT_FOUND, () -> bus.tenants.setPassword(boss(), acme, globexBoss.id(), password(SECRET)));
        assertThat(bus.tenants.findTenant(admin(), nobody)).isEmpty();
        assertThat(bus.tenants.findTenant(admin(), "No Name")).isEmpty();
    }

    @Test
    void theSystemTenantIsOutOfReach() throws Exception {
        UserId adminId =
                bus.administrators.findCaller(admin()).map(Caller::user).orElseThrow();

        refused(Reason.NOT_FOUND, () -> bus.tenants.resume(admin(), TenantRegistry.SYSTEM));
        refused(Reason.FORBIDDEN, () -> bus.tenants.addUser(admin(), TenantRegistry.SYSTEM, "x", password(SECRET)));
        refused(Reason.FORBIDDEN, () -> bus.tenants.lockUser(admin(), TenantRegistry.SYSTEM, adminId));
        refused(
                Reason.FORBIDDEN,
                () -> bus.tenants.setPassword(admin(), TenantRegistry.SYSTEM, adminId, password(SECRET)));
        refused(Reason.FORBIDDEN, () -> bus.tenants.listUsers(admin(), TenantRegistry.SYSTEM, PageRequest.first(1)));
        assertThat(bus.tenants.findTenant(admin(), TenantRegistry.SYSTEM)).isEmpty();
        assertThat(bus.tenants.findTenant(admin(), "system")).isEmpty();
    }

    @Test
    void whoIsNoAdministratorMayDoNothing() throws Exception {
        CreatedTenant acme = create("acme");
        Administrator boss = new Administrator("boss", "test");

        refused(Reason.FORBIDDEN, () -> bus.tenants.listTenants(boss, TenantFilter.ALL, PageRequest.first(1)));
        refused(Reason.FORBIDDEN, () -> bus.tenants.suspend(boss, acme.tenant().id()));
        assertThat(bus.tenants.findTenant(admin(), acme.tenant().id()).orElseThrow())
                .isEqualTo(acme.tenant());
    }

    @Test
    void aChangeUnderneathIsReadAgainBeforeItIsAnError() throws Exception {
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

        assertThat(bus.tenants.suspend(admin(), acme).state()).isEqualTo(TenantView.State.SUSPENDED);
    }

    @Test
    void withoutTheRegistryNothingIsDoneAndItSaysSo() throws Exception {
        bus.registry.goAway();
        refused(Reason.UNAVAILABLE, () -> create("acme"));

        bus.registry.comeBack();
        assertThat(bus.tenants
                        .listTenants(admin(), TenantFilter.ALL, PageRequest.first(10))
                        .entries())
                .isEmpty();
    }

    @Test
    void tenantsAreListedByFilter() throws Exception {
        create("acme");
        TenantId globex = create("globex").tenant().id();
        bus.tenants.suspend(admin(), globex);

        assertThat(names(TenantFilter.ALL)).containsExactly("acme", "globex");
        assertThat(names(new TenantFilter(Optional.of("lob"), Optional.empty())))
                .containsExactly("globex");
        assertThat(names(new TenantFilter(Optional.empty(), Optional.of(TenantView.State.ACTIVE))))
                .containsExactly("acme");
    }

    @Test
    void ofManyTenantsTheListIsCountedToABoundAndTheStatusToTheEnd() throws Exception {
        bus.manyTenants("acme", 1_003);

        Page<TenantView> first = bus.tenants.listTenants(admin(), TenantFilter.ALL, PageRequest.first(10));
        assertThat(first.total()).isEqualTo(1_000);
        assertThat(first.exact()).isFalse();
        assertThat(first.hasMore()).isTrue();
        Page<TenantView> last = bus.tenants.listTenants(
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
        return bus.tenants.listTenants(admin(), filter, PageRequest.first(10)).entries().stream()
                .map(TenantView::name)
                .toList();
    }

    private CreatedTenant create(String name) throws AdministrationException {
        return bus.tenants.createTenant(admin(), name, "The " + name, "boss", password(SECRET));
    }

    private StoredCredential credential(UserView user) throws Exception {
        return bus.registry.find(user.tenant(), user.id()).orElseThrow();
    }

    private static void refused(Reason reason, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                .isEqualTo(reason));
    }
}
