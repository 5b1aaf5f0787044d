package org.esbmt.administration.internal.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.administration.internal.harness.TestBus.admin;
import static org.esbmt.administration.internal.harness.TestBus.batch;
import static org.esbmt.administration.internal.harness.TestBus.password;
import static org.esbmt.tenancy.api.Role.TENANT_ADMIN;
import static org.esbmt.tenancy.api.Role.TENANT_AUDITOR;
import static org.esbmt.tenancy.api.Role.TENANT_OPERATOR;
import static org.esbmt.tenancy.api.Role.TENANT_USER;

import java.io.ByteArrayInputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.CreatedTenant;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.QuotaId;
import org.esbmt.administration.api.UserAdministration.UserFilter;
import org.esbmt.administration.api.UserView;
import org.esbmt.administration.api.command.AssemblyCommand.DeployAssembly;
import org.esbmt.administration.api.command.AssemblyCommand.UndeployAssembly;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.ContingentCommand.GrantContingent;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.api.command.UserCommand.AssignDefaultAdmin;
import org.esbmt.administration.api.command.UserCommand.AssignRole;
import org.esbmt.administration.api.command.UserCommand.HandOverDefaultAdmin;
import org.esbmt.administration.api.command.UserCommand.LockUser;
import org.esbmt.administration.api.command.UserCommand.RemoveUser;
import org.esbmt.administration.api.command.UserCommand.RevokeCredential;
import org.esbmt.administration.api.command.UserCommand.RevokeRole;
import org.esbmt.administration.api.command.UserCommand.SetPassword;
import org.esbmt.administration.api.command.UserCommand.UnlockUser;
import org.esbmt.administration.api.command.UserRef;
import org.esbmt.administration.internal.batch.BatchManager;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.Verifier;
import org.esbmt.registry.api.configuration.QuotaKey;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenancy.api.quota.Grantee;
import org.esbmt.tenancy.api.quota.Resource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserManagerTest {
    private static final String SECRET = "a long enough secret";

    @TempDir
    Path data;

    private final Administrator boss = new Administrator("acme/boss", "test");
    private TestBus bus;
    private TenantId acme;
    private UserId bossId;

    @BeforeEach
    void create() throws Exception {
        bus = new TestBus(data).withAdministrator();
        CreatedTenant created = bus.execute(admin(), new CreateTenant("acme", "Acme", "boss", password(SECRET)));
        acme = created.tenant().id();
        bossId = created.administrator().id();
    }

    @Test
    void anAddedUserHasTheirRoles() throws Exception {
        UserView alice = add("alice", TENANT_OPERATOR, TENANT_USER);

        assertThat(alice.roles()).containsExactly(TENANT_OPERATOR, TENANT_USER);
        assertThat(bus.userQueries.findUser(boss, acme, "boss").orElseThrow().roles())
                .containsExactly(TENANT_ADMIN);
        assertThat(bus.userQueries
                        .listUsers(
                                boss,
                                acme,
                                new UserFilter(Optional.of("lic"), Optional.of(UserView.State.ACTIVE)),
                                PageRequest.first(10))
                        .entries())
                .containsExactly(alice);
        refused(Reason.CONFLICT, () -> bus.execute(boss, new AddUser(acme, "bob", password(SECRET), Set.of())));
    }

    @Test
    void aRoleIsAssignedAndTakenAndHoldsFromTheNextCallOn() throws Exception {
        UserId alice = add("alice", TENANT_USER).id();
        Administrator asAlice = new Administrator("acme/alice", "test");
        refused(Reason.FORBIDDEN, () -> bus.userQueries.findUser(asAlice, acme, "boss"));

        assertThat(bus.execute(boss, new AssignRole(acme, alice, TENANT_AUDITOR))
                        .roles())
                .containsExactly(TENANT_AUDITOR, TENANT_USER);
        assertThat(bus.userQueries.findUser(asAlice, acme, "boss")).isPresent();

        assertThat(bus.execute(boss, new RevokeRole(acme, alice, TENANT_AUDITOR))
                        .roles())
                .containsExactly(TENANT_USER);
        refused(Reason.FORBIDDEN, () -> bus.userQueries.findUser(asAlice, acme, "boss"));
        refused(Reason.CONFLICT, () -> bus.execute(boss, new RevokeRole(acme, alice, TENANT_AUDITOR)));
        refused(Reason.CONFLICT, () -> bus.execute(boss, new RevokeRole(acme, alice, TENANT_USER)))
                .hasMessageContaining("no other role");
        refused(Reason.CONFLICT, () -> bus.execute(boss, new AssignRole(acme, alice, TENANT_USER)));
        refused(Reason.CONFLICT, () -> bus.execute(boss, new RevokeRole(acme, bossId, TENANT_ADMIN)));
        assertThat(bus.audit.read(acme, 1, 100))
                .filteredOn(e -> e.content().action().equals("revokeRole"))
                .extracting(e ->
                        e.content().before().orElse("") + e.content().after().orElse(""))
                .containsExactly("[TENANT_AUDITOR, TENANT_USER][TENANT_USER]");
    }

    @Test
    void aRemovedUserIsGoneAndCountsNoMore() throws Exception {
        UserId alice = add("alice", TENANT_OPERATOR).id();
        QuotaId assemblies = QuotaId.of(acme, Resource.SERVICE_ASSEMBLIES);
        bus.execute(boss, new GrantContingent(assemblies, new Grantee.ToUser(alice), 3));
        assertThat(usersCounted()).isEqualTo(2);

        assertThat(bus.execute(boss, new RemoveUser(acme, alice)).state()).isEqualTo(UserView.State.REVOKED);

        assertThat(usersCounted()).isEqualTo(1);
        assertThat(bus.contingents.list(boss, acme, PageRequest.first(10)).entries())
                .isEmpty();
        refused(Reason.CONFLICT, () -> bus.execute(boss, new RemoveUser(acme, alice)));
        refused(Reason.CONFLICT, () -> bus.execute(boss, new AssignRole(acme, alice, TENANT_USER)));
        refused(Reason.CONFLICT, () -> bus.execute(boss, new HandOverDefaultAdmin(acme, alice)));
        refused(
                Reason.CONFLICT,
                () -> bus.execute(boss, new AddUser(acme, "alice", password(SECRET), Set.of(Role.TENANT_USER))));
        refused(Reason.CONFLICT, () -> bus.execute(boss, new RemoveUser(acme, bossId)))
                .hasMessageContaining("hand that over");
        assertThat(bus.administrators.findCaller(new Administrator("acme/alice", "test")))
                .isEmpty();
    }

    @Test
    void aUserWithOwnAssembliesIsNotRemoved() throws Exception {
        UserId alice = add("alice", TENANT_USER).id();
        bus.execute(
                boss,
                new DeployAssembly(
                        acme,
                        Optional.of(alice),
                        Content.of(new ByteArrayInputStream("mine".getBytes(StandardCharsets.UTF_8)))));

        refused(Reason.CONFLICT, () -> bus.execute(boss, new RemoveUser(acme, alice)))
                .hasMessageContaining("mine");
        bus.execute(boss, new UndeployAssembly(acme, "mine"));
        assertThat(bus.execute(boss, new RemoveUser(acme, alice)).state()).isEqualTo(UserView.State.REVOKED);
    }

    @Test
    void aRevokedPasswordIsGoneUntilAnotherIsSet() throws Exception {
        UserId alice = add("alice", TENANT_OPERATOR).id();
        assertThat(bus.admit("acme/alice", SECRET)).isPresent();

        bus.execute(boss, new RevokeCredential(acme, alice));

        assertThat(bus.admit("acme/alice", SECRET)).isEmpty();
        refused(Reason.CONFLICT, () -> bus.execute(boss, new RevokeCredential(acme, bossId)));
        bus.execute(boss, new SetPassword(acme, alice, password("another long secret")));
        assertThat(bus.admit("acme/alice", "another long secret")).isPresent();
    }

    @Test
    void onlyTheDefaultAdministratorHandsOver() throws Exception {
        UserId alice = add("alice", TENANT_USER).id();
        UserId deputy = add("deputy", TENANT_ADMIN).id();
        Administrator asDeputy = new Administrator("acme/deputy", "test");
        refused(Reason.FORBIDDEN, () -> bus.execute(asDeputy, new HandOverDefaultAdmin(acme, deputy)));
        refused(Reason.CONFLICT, () -> bus.execute(boss, new HandOverDefaultAdmin(acme, bossId)));
        bus.execute(boss, new LockUser(acme, alice));
        refused(Reason.CONFLICT, () -> bus.execute(boss, new HandOverDefaultAdmin(acme, alice)));
        bus.execute(boss, new UnlockUser(acme, alice));

        UserView next = bus.execute(boss, new HandOverDefaultAdmin(acme, alice));

        assertThat(next.defaultAdministrator()).isTrue();
        assertThat(next.roles()).containsExactly(TENANT_ADMIN, TENANT_USER);
        assertThat(bus.userQueries.findUser(boss, acme, "boss").orElseThrow().defaultAdministrator())
                .isFalse();
        refused(Reason.FORBIDDEN, () -> bus.execute(boss, new HandOverDefaultAdmin(acme, bossId)));
        Administrator asAlice = new Administrator("acme/alice", "test");
        assertThat(bus.execute(asAlice, new RemoveUser(acme, bossId)).state()).isEqualTo(UserView.State.REVOKED);
    }

    @Test
    void anAdministratorReplacedDuringTheHandOverHandsNothingOver() throws Exception {
        UserId alice = add("alice", TENANT_USER).id();
        UserId deputy = add("deputy", TENANT_ADMIN).id();
        bus.services.unbindTenants(bus.registry);
        bus.services.bindTenants(replacing("handOverDefaultAdministrator", () -> {
            long revision = bus.registry.findUser(acme, deputy).orElseThrow().revision();
            bus.registry.changeDefaultAdministrator(acme, deputy, revision, bossId);
        }));

        // The replacement happens at each try, since the registry here rolls it back with the change.
        refused(Reason.STALE, () -> bus.execute(boss, new HandOverDefaultAdmin(acme, alice)));

        assertThat(bus.registry.findUser(acme, alice).orElseThrow().value().defaultAdministrator())
                .isFalse();
    }

    /** The registry, with an action before each call of that name. */
    private TenantRegistry replacing(String method, Interruption first) {
        return (TenantRegistry) Proxy.newProxyInstance(
                TenantRegistry.class.getClassLoader(),
                new Class<?>[] {TenantRegistry.class},
                (proxy, called, arguments) -> {
                    if (called.getName().equals(method)) {
                        first.happens();
                    }
                    try {
                        return called.invoke(bus.registry, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** A concurrent action. */
    @FunctionalInterface
    private interface Interruption {
        void happens() throws Exception;
    }

    @Test
    void anotherAdministratorOfTheTenantNeitherBecomesTheDefaultOneNorShutsThemOut() throws Exception {
        add("deputy", TENANT_ADMIN);
        Administrator asDeputy = new Administrator("acme/deputy", "test");

        refused(
                Reason.CONFLICT,
                () -> bus.execute(asDeputy, new SetPassword(acme, bossId, password("the password of a thief"))));
        refused(Reason.CONFLICT, () -> bus.execute(asDeputy, new LockUser(acme, bossId)));
        assertThat(bus.admit("acme/boss", SECRET)).isPresent();
        bus.execute(boss, new SetPassword(acme, bossId, password("another password of theirs")));
    }

    @Test
    void aUserWithoutAPasswordDoesNotBecomeTheDefaultAdministrator() throws Exception {
        UserId alice = add("alice", TENANT_USER).id();
        bus.execute(boss, new RevokeCredential(acme, alice));

        refused(Reason.CONFLICT, () -> bus.execute(boss, new HandOverDefaultAdmin(acme, alice)));
        refused(Reason.CONFLICT, () -> bus.execute(admin(), new AssignDefaultAdmin(acme, "alice")));
    }

    @Test
    void theInstallationAssignsADefaultAdministratorToATenantWithoutOne() throws Exception {
        add("alice", TENANT_USER);
        bus.lock(acme, bossId);
        refused(
                Reason.FORBIDDEN,
                () -> bus.execute(new Administrator("acme/alice", "test"), new AssignDefaultAdmin(acme, "alice")));
        refused(Reason.NOT_FOUND, () -> bus.execute(admin(), new AssignDefaultAdmin(acme, "nobody")));
        refused(Reason.INVALID, () -> bus.execute(admin(), new AssignDefaultAdmin(acme, "no body")));
        refused(Reason.NOT_FOUND, () -> bus.execute(admin(), new AssignDefaultAdmin(TenantRegistry.SYSTEM, "admin")));

        assertThat(bus.execute(admin(), new AssignDefaultAdmin(acme, "alice")).defaultAdministrator())
                .isTrue();
    }

    @Test
    void anotherTenantsUsersAreOutOfReach() throws Exception {
        CreatedTenant globex = bus.execute(admin(), new CreateTenant("globex", "Globex", "boss", password(SECRET)));
        UserId theirs = globex.administrator().id();

        refused(
                Reason.FORBIDDEN,
                () -> bus.execute(boss, new AssignRole(globex.tenant().id(), theirs, TENANT_USER)));
        refused(Reason.NOT_FOUND, () -> bus.execute(boss, new AssignRole(acme, theirs, TENANT_USER)));
        refused(Reason.NOT_FOUND, () -> bus.execute(boss, new RemoveUser(acme, theirs)));
        refused(Reason.FORBIDDEN, () -> bus.execute(admin(), new RemoveUser(acme, bossId)));
    }

    @Test
    void aRepeatedRequestHasTheFirstOutcomeAndAnOldRevisionIsStale() throws Exception {
        UserView alice = add("alice", TENANT_USER);
        Administrator asking = boss.asking(UUID.randomUUID());

        UserView first = bus.execute(asking, new AssignRole(acme, alice.id(), TENANT_AUDITOR));

        assertThat(bus.execute(asking, new AssignRole(acme, alice.id(), TENANT_AUDITOR)))
                .isEqualTo(first);
        refused(Reason.CONFLICT, () -> bus.execute(asking, new AssignRole(acme, alice.id(), TENANT_OPERATOR)));
        refused(
                Reason.STALE,
                () -> bus.execute(boss.expecting(alice.revision()), new RevokeRole(acme, alice.id(), TENANT_AUDITOR)));
        assertThat(bus.execute(boss.expecting(first.revision()), new RevokeRole(acme, alice.id(), TENANT_AUDITOR))
                        .roles())
                .containsExactly(TENANT_USER);
    }

    @Test
    void aBatchChangesTheUsersThatItAdds() throws Exception {
        BatchManager batches = bus.batches;
        TenantRef.Known known = new TenantRef.Known(acme);
        add("bob", TENANT_USER);
        Batch batch = batch(
                new AddUser(known, "alice", password(SECRET), Set.of(TENANT_USER)),
                new AssignRole(known, UserRef.of("alice"), TENANT_OPERATOR),
                new RevokeRole(known, UserRef.of("alice"), TENANT_USER),
                new RemoveUser(known, UserRef.of("bob")));

        batches.dryRun(boss, batch);
        assertThat(bus.userQueries.findUser(boss, acme, "alice")).isEmpty();
        batches.submit(boss, batch);

        assertThat(bus.userQueries.findUser(boss, acme, "alice").orElseThrow().roles())
                .containsExactly(TENANT_OPERATOR);
        assertThat(bus.userQueries.findUser(boss, acme, "bob").orElseThrow().state())
                .isEqualTo(UserView.State.REVOKED);
        refused(Reason.CONFLICT, () -> batches.submit(boss, batch(new RemoveUser(known, UserRef.of("boss")))))
                .hasMessageStartingWith("step 1: ");
    }

    /** During an outage the role cannot be looked up. */
    @Test
    void aRememberedLoginIsForgottenOnceTheRoleIsGone() throws Exception {
        UserId admin = bus.registry
                .findUser(TenantRegistry.SYSTEM, new Login("admin"))
                .orElseThrow()
                .value()
                .id();
        assertThat(bus.login("admin", TestBus.GIVEN.toCharArray())).isPresent();
        assertThat(bus.remembered.recently("admin", OptionalLong.empty())).isPresent();

        bus.registry.addUser(
                TenantRegistry.SYSTEM,
                new NewUser(new Login("second"), new Verifier(bus.hasher.verifier(SECRET.toCharArray()))),
                Set.of(Role.SYSTEM_ADMIN),
                admin);
        bus.registry.changeRoles(TenantRegistry.SYSTEM, admin, 1, Set.of(Role.SRE), admin);
        bus.tenantQueries.listTenants(
                admin(), org.esbmt.administration.api.TenantAdministration.TenantFilter.ALL, PageRequest.first(1));

        assertThat(bus.remembered.recently("admin", OptionalLong.empty())).isEmpty();
    }

    private UserView add(String login, Role... roles) throws AdministrationException {
        return bus.execute(boss, new AddUser(acme, login, password(SECRET), Set.of(roles)));
    }

    private long usersCounted() throws Exception {
        return bus.quotas
                .findQuota(QuotaKey.of(acme, Resource.USERS))
                .orElseThrow()
                .value()
                .used();
    }

    private static AbstractThrowableAssert<?, ?> refused(Reason reason, ThrowingCallable call) {
        return assertThatThrownBy(call)
                .isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                        .isEqualTo(reason));
    }
}
