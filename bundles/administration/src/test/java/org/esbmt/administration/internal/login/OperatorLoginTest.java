package org.esbmt.administration.internal.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.administration.internal.harness.TestBus.admin;
import static org.esbmt.administration.internal.harness.TestBus.boss;
import static org.esbmt.administration.internal.harness.TestBus.password;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.OperatorLogin.Admitted;
import org.esbmt.administration.api.OperatorLogin.Origin;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.command.AccountCommand.ChangePassword;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantCommand.DrainTenant;
import org.esbmt.administration.api.command.TenantCommand.PurgeTenant;
import org.esbmt.administration.api.command.TenantCommand.RequestOffboarding;
import org.esbmt.administration.api.command.TenantCommand.ResumeTenant;
import org.esbmt.administration.api.command.TenantCommand.SuspendTenant;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.api.command.UserCommand.ResetDefaultAdmin;
import org.esbmt.administration.api.command.UserCommand.RevokeCredential;
import org.esbmt.administration.api.command.UserCommand.SetPassword;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.Verifier;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logins at the administration alone. */
class OperatorLoginTest {
    private static final String SECRET = "acme's long password";
    private static final Administrator BOSS = new Administrator("acme/boss", "test");

    @TempDir
    Path data;

    private TestBus bus;
    private TenantId acme;
    private UserId boss;

    @BeforeEach
    void start() throws Exception {
        bus = new TestBus(data).withAdministrator();
        var made = bus.execute(admin(), new CreateTenant("acme", "Acme", "boss", password(SECRET)));
        acme = made.tenant().id();
        boss = made.administrator().id();
        bus.execute(admin(), new CreateTenant("globex", "Globex", "boss", password("globex's long password")));
    }

    @Test
    void onlyAUserWithARoleLogsIn() throws Exception {
        addUser(acme, "operator", Role.TENANT_OPERATOR);
        addUser(acme, "auditor", Role.TENANT_AUDITOR);
        addUser(acme, "client", Role.TENANT_USER);
        addUser(TenantRegistry.SYSTEM, "sre", Role.SRE);
        addUser(TenantRegistry.SYSTEM, "revisor", Role.SYSTEM_AUDITOR);

        for (String login : List.of("acme/boss", "acme/operator", "acme/auditor", "acme/client", "sre", "revisor")) {
            assertThat(admit(login, SECRET)).contains(login);
        }
        assertThat(admit("admin", TestBus.GIVEN)).contains("admin");
        for (String login : List.of(
                "boss",
                "globex/boss",
                "acme/nobody",
                "nowhere/boss",
                "system/sre",
                "/boss",
                "acme/",
                "/",
                " ",
                "acme/boss/boss",
                "ACME/boss",
                "acme/boss\n",
                "acme/sre",
                "acme/admin")) {
            assertThat(admit(login, SECRET)).as(login).isEmpty();
        }
        assertThat(admit("acme/boss", "another long password")).isEmpty();
        assertThat(admit("acme/admin", TestBus.GIVEN)).isEmpty();
    }

    @Test
    void operatorsDoNotLogIntoTheContainer() throws Exception {
        addUser(TenantRegistry.SYSTEM, "sre", Role.SRE);

        for (String login : List.of("acme/boss", "boss", "sre")) {
            assertThat(bus.login(login, SECRET.toCharArray())).as(login).isEmpty();
        }
    }

    @Test
    void usersOfASuspendedDrainedOrLeavingTenantLogInAndThoseOfAPurgedOneDoNot() throws Exception {
        bus.execute(admin(), new SuspendTenant(acme));
        assertThat(admit("acme/boss", SECRET)).isPresent();
        assertThat(bus.logins.whoAmI(BOSS).roles()).containsExactly("TENANT_ADMIN");

        bus.execute(admin(), new DrainTenant(acme));
        assertThat(admit("acme/boss", SECRET)).isPresent();
        assertThat(bus.logins.whoAmI(BOSS).roles()).containsExactly("TENANT_ADMIN");

        bus.execute(admin(), new ResumeTenant(acme));
        bus.execute(BOSS, new RequestOffboarding(acme, "acme"));
        assertThat(admit("acme/boss", SECRET)).isPresent();
        assertThat(bus.logins.whoAmI(BOSS).roles()).containsExactly("TENANT_ADMIN");

        bus.execute(admin(), new PurgeTenant(acme));
        assertThat(admit("acme/boss", SECRET)).isEmpty();
        assertThatThrownBy(() -> bus.logins.whoAmI(BOSS)).hasMessageContaining("not an active administrator");
    }

    @Test
    void aLockedUserIsRefusedAtOnceAlsoOnOpenConnections() throws Exception {
        assertThat(admit("acme/boss", SECRET)).isPresent();
        assertThat(bus.logins.whoAmI(BOSS).tenant()).contains(acme);

        bus.lock(acme, boss);

        assertThat(admit("acme/boss", SECRET)).isEmpty();
        for (var call : List.<ThrowingCallable>of(
                () -> bus.logins.whoAmI(BOSS), () -> bus.tenantQueries.findTenant(BOSS, acme))) {
            assertThatThrownBy(call).isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                    .isEqualTo(Reason.FORBIDDEN));
        }
    }

    @Test
    void aConnectionWithAFormerPasswordIsRefusedAfterEveryKindOfChange() throws Exception {
        addUser(acme, "deputy", Role.TENANT_ADMIN);
        UserId deputy = bus.registry
                .findUser(acme, new Login("deputy"))
                .orElseThrow()
                .value()
                .id();
        Administrator asDeputy = connected("acme/deputy", SECRET);
        Administrator neighbour = connected("globex/boss", "globex's long password");

        // By a manager of users.
        bus.execute(connected("acme/boss", SECRET), new SetPassword(acme, deputy, password("a second password")));
        refusedFromNowOn(asDeputy);
        asDeputy = connected("acme/deputy", "a second password");

        // By the user: another connection with the old password may be an attacker's.
        bus.execute(asDeputy, new ChangePassword("a second password".toCharArray(), password("a third password")));
        refusedFromNowOn(asDeputy);
        asDeputy = connected("acme/deputy", "a third password");

        // A revoked password that is set again counts as another one.
        bus.execute(BOSS, new RevokeCredential(acme, deputy));
        refusedFromNowOn(asDeputy);
        bus.execute(BOSS, new SetPassword(acme, deputy, password("a third password")));
        refusedFromNowOn(asDeputy);

        // By the installation.
        Administrator asBoss = connected("acme/boss", SECRET);
        bus.execute(admin(), new ResetDefaultAdmin(acme, password(SECRET)));
        refusedFromNowOn(asBoss);

        bus.lock(acme, deputy);
        bus.registry.changeUserState(
                acme, deputy, bus.registry.findUser(acme, deputy).orElseThrow().revision(), UserState.REVOKED);
        refusedFromNowOn(new Administrator("acme/deputy", "test"));

        assertThat(bus.logins.whoAmI(neighbour).roles()).containsExactly("TENANT_ADMIN");
        assertThat(bus.logins.whoAmI(connected("acme/boss", SECRET)).tenant()).contains(acme);
    }

    @Test
    void aConnectionWithAFormerPasswordIsRefusedDuringAnOutage() throws Exception {
        assertThat(bus.login("admin", TestBus.GIVEN.toCharArray())).isPresent();
        Administrator connected = connected("admin", TestBus.GIVEN);
        Administrator former = admin().cameInWith(connected.credential().orElseThrow() - 1);
        bus.registry.goAway();

        String past = "transactions are not running";
        assertThatThrownBy(() -> bus.transactions.transactions(connected)).hasMessageContaining(past);
        assertThatThrownBy(() -> bus.transactions.transactions(former))
                .isInstanceOf(AdministrationException.class)
                .hasMessageNotContaining(past);
    }

    /** An administrator as an open connection keeps them. */
    private Administrator connected(String login, String password) {
        return new Administrator(login, "test")
                .cameInWith(bus.admit(login, password).orElseThrow().credential());
    }

    private void refusedFromNowOn(Administrator by) {
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> bus.logins.whoAmI(by),
                () -> bus.tenantQueries.findTenant(by, acme),
                () -> bus.execute(by, new AddUser(acme, "spy", password(SECRET), Set.of(Role.TENANT_USER))))) {
            assertThatThrownBy(call).isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                    .isEqualTo(Reason.FORBIDDEN));
        }
    }

    @Test
    void guessesAtOneWayInDelayNoOtherWayAndNoOtherAddress() {
        Origin stranger = new Origin("jmx", "198.51.100.7");
        while (bus.pauses.size() < 20) {
            bus.logins.admit(stranger, "acme/boss", "a guess".toCharArray());
        }
        bus.pauses.clear();

        for (Origin own : List.of(new Origin("shell", "admin"), new Origin("jmx", "192.0.2.1"))) {
            assertThat(bus.logins.admit(own, "acme/boss", SECRET.toCharArray()))
                    .as(own.toString())
                    .isPresent();
        }
        assertThat(bus.pauses).isEmpty();
        // A successful login does not make guessing easier.
        bus.logins.admit(stranger, "acme/boss", "a guess".toCharArray());
        assertThat(bus.pauses).singleElement().satisfies(pause -> assertThat(pause)
                .isEqualTo(Duration.ofSeconds(5)));
    }

    @Test
    void manyAddressesTogetherDoNotGuessFaster() {
        AdministratorAccess logins = withoutRests();
        for (int i = 0; i < 1_000; i++) {
            Origin one = new Origin("jmx", "198.51." + i / 250 + "." + i % 250);
            logins.admit(one, "acme/boss", "a guess".toCharArray());
        }

        Duration waited = bus.pauses.stream().reduce(Duration.ZERO, Duration::plus);
        assertThat(waited).isGreaterThan(Duration.ofMinutes(15));
        bus.pauses.clear();
        assertThat(logins.admit(new Origin("shell", "admin"), "acme/boss", SECRET.toCharArray()))
                .isPresent();
        assertThat(bus.pauses).isEmpty();
    }

    /** The logins of the bus with a hasher that does not rest after a wrong password. The throttle is the bus's own. */
    private AdministratorAccess withoutRests() {
        return new AdministratorAccess(
                bus.access,
                bus.services,
                bus.administrators,
                new BoundedHasher(bus.services, bus.nanos::get, rest -> {}),
                bus.remembered,
                bus.handOver,
                bus.throttle,
                bus.repeated);
    }

    @Test
    void anUnknownTenantCostsAsMuchAsAKnownOne() {
        admit("acme/boss", "wrong"); // makes the decoy
        for (String login : List.of("acme/boss", "acme/nobody", "nowhere/boss", "acme/no such form", "NO FORM/boss")) {
            int before = bus.hasher.checks.get();
            admit(login, "wrong");
            assertThat(bus.hasher.checks.get() - before).as(login).isEqualTo(1);
        }
        int before = bus.hasher.checks.get();
        admit("acme/boss", "x".repeat(Password.MAX_LENGTH + 1));
        assertThat(bus.hasher.checks.get() - before).isEqualTo(1);
    }

    @Test
    void failuresDelayKnownAndUnknownLoginsAlike() {
        for (String login : List.of("acme/boss", "nowhere/boss")) {
            bus.pauses.clear();
            for (int i = 0; i < 8; i++) {
                admit(login, "wrong");
            }
            assertThat(bus.pauses)
                    .as(login)
                    .containsExactly(Duration.ofMillis(100), Duration.ofMillis(200), Duration.ofMillis(400));
        }
        bus.pauses.clear();
        admit("globex/boss", "globex's long password");
        assertThat(bus.pauses).isEmpty();
    }

    @Test
    void onlySystemAdministratorsAreRemembered() throws Exception {
        addUser(TenantRegistry.SYSTEM, "sre", Role.SRE);
        assertThat(admit("sre", SECRET)).isPresent();
        assertThat(admit("acme/boss", SECRET)).isPresent();
        bus.registry.goAway();

        for (String login : List.of("sre", "acme/boss")) {
            assertThat(admit(login, SECRET)).isEmpty();
            assertThatThrownBy(() -> bus.transactions.transactions(new Administrator(login, "test")))
                    .isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                            .isEqualTo(Reason.UNAVAILABLE));
        }
    }

    @Test
    void aTenantsUserChangesTheirOwnPasswordAndNoOther() throws Exception {
        bus.execute(BOSS, new ChangePassword(SECRET.toCharArray(), password("a new long password")));

        assertThat(admit("acme/boss", SECRET)).isEmpty();
        assertThat(admit("acme/boss", "a new long password")).isPresent();
        assertThat(admit("globex/boss", "globex's long password")).isPresent();
        assertThatThrownBy(() -> bus.execute(
                        new Administrator("globex/boss", "test"),
                        new ChangePassword("a new long password".toCharArray(), password("another new password"))))
                .hasMessageContaining("the current password is wrong");
    }

    @Test
    void aUserWithoutAnAdministrativeRoleReadsTheirIdentityAndChangesTheirPasswordOnly() throws Exception {
        addUser(acme, "client", Role.TENANT_USER);
        Administrator client = new Administrator("acme/client", "test");

        assertThat(bus.logins.whoAmI(client).roles()).containsExactly("TENANT_USER");
        assertThat(bus.tenantQueries.findTenant(client, "acme")).isPresent();
        bus.execute(client, new ChangePassword(SECRET.toCharArray(), password("a new long password")));

        assertThat(admit("acme/client", "a new long password")).isPresent();
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> bus.userQueries.listUsers(client, acme, PageRequest.first(1)),
                () -> bus.assemblyQueries.list(client, acme, PageRequest.first(1)),
                () -> bus.audits.read(client, Optional.of(acme), OptionalLong.empty(), 1))) {
            assertThatThrownBy(call).isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                    .isEqualTo(Reason.FORBIDDEN));
        }
    }

    @Test
    void theAuditOfAChangedPasswordIsTheTenants() throws Exception {
        bus.execute(BOSS, new ChangePassword(SECRET.toCharArray(), password("a new long password")));

        assertThat(bus.audit.read(acme, 1, 100))
                .filteredOn(e -> e.content().action().equals("changePassword"))
                .singleElement()
                .satisfies(e -> assertThat(e.content().actorTenant()).isEqualTo(acme));
    }

    private Optional<String> admit(String login, String password) {
        return bus.admit(login, password).map(Admitted::login);
    }

    private void addUser(TenantId tenant, String login, Role role) throws Exception {
        UserId by = bus.administrators.findCaller(admin()).orElseThrow().user();
        bus.registry.addUser(
                tenant,
                new NewUser(new Login(login), new Verifier(bus.hasher.verifier(SECRET.toCharArray()))),
                Set.of(role),
                by);
    }
}
