package org.esbmt.administration.internal.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AdministratorLogin.LoggedIn;
import org.esbmt.administration.api.AdministratorLogin.Standing;
import org.esbmt.administration.api.OperatorLogin.Admitted;
import org.esbmt.administration.api.OperatorLogin.Origin;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.command.AccountCommand.ChangePassword;
import org.esbmt.administration.api.command.SystemUserCommand.AssignSystemRole;
import org.esbmt.administration.api.command.SystemUserCommand.LockSystemUser;
import org.esbmt.administration.api.command.SystemUserCommand.RevokeSystemRole;
import org.esbmt.administration.api.command.SystemUserCommand.SetSystemPassword;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.administration.internal.policy.Caller;
import org.esbmt.administration.internal.policy.RememberedLogins;
import org.esbmt.registry.api.CredentialReader.Cursor;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantUser;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.Verifier;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.testing.CapturedLog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdministratorAccessTest {
    private static final String OTHER = "an entirely different one";

    private static final Origin HERE = new Origin("container jmx", "192.0.2.1");

    @TempDir
    Path data;

    /** The remembered logins of another node. */
    private final RememberedLogins elsewhere = new RememberedLogins(Duration.ofMinutes(1), System::nanoTime);

    private TestBus bus;

    @BeforeEach
    void start() throws Exception {
        bus = new TestBus(data).withAdministrator();
    }

    @Test
    void onlyTheRightPasswordOfAnAdministratorLogsIn() {
        assertThat(login("admin", TestBus.GIVEN)).contains("admin");
        assertThat(login("admin", OTHER)).isEmpty();
        assertThat(login("admin", "")).isEmpty();
        assertThat(login("ADMIN", TestBus.GIVEN)).isEmpty();
        assertThat(login("nobody", TestBus.GIVEN)).isEmpty();
        assertThat(login("", TestBus.GIVEN)).isEmpty();
        assertThat(login("admin\n", TestBus.GIVEN)).isEmpty();
    }

    @Test
    void aTenantsUserIsNoAdministrator() throws Exception {
        bus.execute(TestBus.admin(), new CreateTenant("acme", "Acme", "boss", TestBus.password(OTHER)));

        assertThat(login("boss", OTHER)).isEmpty();
    }

    @Test
    void aSystemUserWithoutTheRoleIsNoAdministrator() throws Exception {
        addSystemUser("auditor", Role.SYSTEM_AUDITOR);

        assertThat(login("auditor", OTHER)).isEmpty();
    }

    @Test
    void aLockedAdministratorIsOut() throws Exception {
        TenantUser second = addSystemUser("second", Role.SYSTEM_ADMIN);
        assertThat(login("second", OTHER)).contains("second");

        lock(second);

        assertThat(login("second", OTHER)).isEmpty();
    }

    @Test
    void anUnknownLoginCostsAsManyHashesAsAKnownOne() {
        login("admin", OTHER); // makes the decoy
        int before = bus.hasher.checks.get();
        login("admin", OTHER);
        int known = bus.hasher.checks.get() - before;

        before = bus.hasher.checks.get();
        login("nobody", OTHER);
        assertThat(bus.hasher.checks.get() - before).isEqualTo(known).isEqualTo(1);

        before = bus.hasher.checks.get();
        login("no such form /", OTHER);
        assertThat(bus.hasher.checks.get() - before).isEqualTo(known);

        before = bus.hasher.checks.get();
        login("admin", "x".repeat(Password.MAX_LENGTH + 1));
        assertThat(bus.hasher.checks.get() - before).isEqualTo(known);
    }

    @Test
    void failuresMakeTheNextAttemptsSlowerAndNeverImpossible() {
        for (int i = 0; i < 12; i++) {
            assertThat(login("admin", OTHER)).isEmpty();
        }

        assertThat(bus.pauses)
                .startsWith(Duration.ofMillis(100), Duration.ofMillis(200), Duration.ofMillis(400))
                .isSorted();
        assertThat(bus.pauses.get(bus.pauses.size() - 1)).isEqualTo(Duration.ofSeconds(5));
        assertThat(login("admin", TestBus.GIVEN)).contains("admin");

        bus.pauses.clear();
        assertThat(login("admin", TestBus.GIVEN)).contains("admin");
        assertThat(bus.pauses).isEmpty();
    }

    @Test
    void anUnknownLoginIsSlowedDownTheSame() {
        for (int i = 0; i < 8; i++) {
            login("nobody", OTHER);
        }

        assertThat(bus.pauses).containsExactly(Duration.ofMillis(100), Duration.ofMillis(200), Duration.ofMillis(400));
    }

    @Test
    void guessesFromOneAddressDoNotDelayAnother() {
        Origin stranger = new Origin("container jmx", "198.51.100.7");
        for (int i = 0; i < 12; i++) {
            assertThat(login(bus.logins, stranger, true, "admin", OTHER.toCharArray()))
                    .isEmpty();
        }
        bus.pauses.clear();

        assertThat(login("admin", TestBus.GIVEN)).contains("admin");
        assertThat(bus.pauses).isEmpty();
        // A successful login does not make guessing easier.
        assertThat(login(bus.logins, stranger, true, "admin", OTHER.toCharArray()))
                .isEmpty();
        assertThat(bus.pauses).containsExactly(Duration.ofSeconds(5));
    }

    @Test
    void withFewThreadsATooEarlyAttemptIsRefusedAndDoesNotWait() {
        Origin own = new Origin("container ssh", "192.0.2.1");
        Origin stranger = new Origin("container ssh", "198.51.100.7");
        for (int i = 0; i < 12; i++) {
            assertThat(login(bus.logins, stranger, false, "admin", OTHER.toCharArray()))
                    .isEmpty();
        }

        int before = bus.hasher.checks.get();
        assertThat(login(bus.logins, stranger, false, "admin", TestBus.GIVEN.toCharArray()))
                .isEmpty();
        assertThat(bus.hasher.checks.get()).isEqualTo(before);
        assertThat(login(bus.logins, own, false, "admin", TestBus.GIVEN.toCharArray()))
                .contains("admin");
        assertThat(bus.pauses).isEmpty();

        bus.nanos.addAndGet(Duration.ofSeconds(5).toNanos());
        assertThat(login(bus.logins, stranger, false, "admin", TestBus.GIVEN.toCharArray()))
                .contains("admin");
    }

    @Test
    void withFewThreadsGuessesFromAFewAddressesLockNobodyOutAndAreNotFaster() {
        for (int i = 0; i < 5; i++) {
            guessAtSshFromTenAddresses();
        }
        int before = bus.hasher.checks.get();
        long began = bus.nanos.get();
        int rounds = 60;
        for (int i = 0; i < rounds; i++) {
            guessAtSshFromTenAddresses(); // one of them takes the moment
            bus.pauses.clear();
            assertThat(atSsh("192.0.2." + (1 + i), TestBus.GIVEN))
                    .as("round " + i)
                    .contains("admin");
            assertThat(bus.pauses).singleElement().isNotEqualTo(Duration.ZERO);
            assertThat(bus.pauses.get(0)).isLessThanOrEqualTo(Duration.ofSeconds(1));
            bus.nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        }
        long seconds = Duration.ofNanos(bus.nanos.get() - began).toSeconds();
        assertThat(bus.hasher.checks.get() - before).isBetween(2 * rounds - 10, (int) seconds + 5);
    }

    private void guessAtSshFromTenAddresses() {
        for (int address = 1; address <= 10; address++) {
            assertThat(atSsh("198.51.100." + address, OTHER)).isEmpty();
        }
    }

    private Optional<String> atSsh(String address, String password) {
        return login(bus.logins, new Origin("container ssh", address), false, "admin", password.toCharArray());
    }

    @Test
    void aBrokenOffAttemptIsRefusedAndLogged() {
        AdministratorAccess patient = anotherNode();
        Origin own = new Origin("jmx", "192.0.2.1");
        for (int i = 0; i < 5; i++) {
            assertThat(patient.admit(own, "admin", OTHER.toCharArray())).isEmpty();
        }
        assertThat(login("admin", TestBus.GIVEN)).contains("admin");

        assertGivesUp(() -> bus.admit("admin", TestBus.GIVEN));
        assertGivesUp(() -> patient.admit(own, "admin", TestBus.GIVEN.toCharArray()));
        bus.registry.goAway();
        assertGivesUp(() -> bus.admit("admin", TestBus.GIVEN));
        assertGivesUp(() -> login("admin", TestBus.GIVEN));
        assertThat(login("admin", TestBus.GIVEN)).as("remembered").contains("admin");
    }

    private static void assertGivesUp(Supplier<Optional<?>> login) {
        try (CapturedLog log = new CapturedLog()) {
            Thread.currentThread().interrupt();
            try {
                assertThat(login.get()).isEmpty();
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }
            assertThat(log.linesWith("logIn by"))
                    .singleElement()
                    .asString()
                    .contains("logIn by admin: refused, the client does not wait any more.");
        }
    }

    @Test
    void failuresOfOneLoginDoNotDelayAnother() {
        for (int i = 0; i < 8; i++) {
            login("nobody", OTHER);
        }
        bus.pauses.clear();

        assertThat(login("admin", TestBus.GIVEN)).contains("admin");
        assertThat(bus.pauses).isEmpty();
    }

    @Test
    void aRememberedLoginHoldsForAMinuteWithoutTheRegistry() {
        login("admin", TestBus.GIVEN);
        bus.registry.goAway();

        bus.nanos.addAndGet(Duration.ofMinutes(1).minusNanos(1).toNanos());
        assertThat(login("admin", TestBus.GIVEN)).contains("admin");
        assertThat(login("admin", OTHER)).isEmpty();

        bus.nanos.addAndGet(1);
        assertThat(login("admin", TestBus.GIVEN)).isEmpty();
    }

    @Test
    void aRememberedLoginDoesNotExtendItself() {
        login("admin", TestBus.GIVEN);
        bus.registry.goAway();
        bus.nanos.addAndGet(Duration.ofSeconds(50).toNanos());
        assertThat(login("admin", TestBus.GIVEN)).contains("admin");

        bus.nanos.addAndGet(Duration.ofSeconds(10).toNanos());
        assertThat(login("admin", TestBus.GIVEN)).isEmpty();
    }

    @Test
    void theMinuteBeginsAtTheQueryOfTheRegistryAndNotAfterTheCheck() {
        login("nobody", OTHER); // makes the decoy
        bus.hasher.whileChecking(
                () -> bus.nanos.addAndGet(Duration.ofSeconds(20).toNanos()));
        login("admin", TestBus.GIVEN);
        bus.registry.goAway();

        bus.nanos.addAndGet(Duration.ofSeconds(39).toNanos());
        assertThat(login("admin", TestBus.GIVEN)).contains("admin");
        bus.nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(login("admin", TestBus.GIVEN)).isEmpty();
    }

    @Test
    void aRememberedLoginHasTheTimeSinceItsConfirmation() {
        LoggedIn first = bus.logins
                .login(HERE, true, "admin", TestBus.GIVEN.toCharArray())
                .orElseThrow();
        assertThat(first.unseen()).isZero();
        bus.registry.goAway();
        bus.nanos.addAndGet(Duration.ofSeconds(50).toNanos());

        LoggedIn second = bus.logins
                .login(HERE, true, "admin", TestBus.GIVEN.toCharArray())
                .orElseThrow();

        assertThat(second.unseen()).isEqualTo(Duration.ofSeconds(50));
        assertThat(second.who()).isEqualTo(first.who());
    }

    @Test
    void aConfirmedSessionHoldsForAMinuteAfterTheRegistryGoes() {
        Admitted who = admitted("admin", TestBus.GIVEN);
        bus.nanos.addAndGet(Duration.ofHours(1).toNanos());
        assertThat(bus.logins.standing(who)).isEqualTo(Standing.IN);
        bus.registry.goAway();

        bus.nanos.addAndGet(Duration.ofSeconds(59).toNanos());
        assertThat(bus.logins.standing(who)).isEqualTo(Standing.UNKNOWN);
        assertThat(login("admin", TestBus.GIVEN)).contains("admin");
        assertThatCode(() -> bus.logins.whoAmI(TestBus.admin())).doesNotThrowAnyException();
        bus.nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(login("admin", TestBus.GIVEN)).isEmpty();
        assertThatThrownBy(() -> bus.logins.whoAmI(TestBus.admin()))
                .isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                        .isEqualTo(Reason.UNAVAILABLE));
    }

    @Test
    void aLockAndAnotherPasswordAndALostRoleEndTheStanding() throws Exception {
        TenantUser second = addSystemUser("second", Role.SYSTEM_ADMIN);
        addSystemUser("third", Role.SYSTEM_ADMIN);
        addSystemUser("fourth", Role.SYSTEM_ADMIN);
        Admitted locked = admitted("second", OTHER);
        Admitted changed = admitted("third", OTHER);
        Admitted lost = admitted("fourth", OTHER);
        assertThat(List.of(locked, changed, lost)).allMatch(who -> bus.logins.standing(who) == Standing.IN);

        lock(second);
        bus.execute(TestBus.admin(), new SetSystemPassword("third", TestBus.password("another one altogether")));
        bus.execute(TestBus.admin(), new AssignSystemRole("fourth", Role.SRE));
        bus.execute(TestBus.admin(), new RevokeSystemRole("fourth", Role.SYSTEM_ADMIN));

        assertThat(List.of(locked, changed, lost)).allMatch(who -> bus.logins.standing(who) == Standing.OUT);
        assertThat(bus.logins.standing(admitted("admin", TestBus.GIVEN))).isEqualTo(Standing.IN);
    }

    @Test
    void aForgottenLoginIsNotRememberedAgainByItsSession() {
        Admitted who = admitted("admin", TestBus.GIVEN);
        bus.remembered.forget("admin");
        bus.nanos.addAndGet(1);
        assertThat(bus.logins.standing(who)).isEqualTo(Standing.IN);
        bus.registry.goAway();

        assertThat(login("admin", TestBus.GIVEN)).isEmpty();
    }

    private Admitted admitted(String login, String password) {
        return bus.logins
                .login(HERE, true, login, password.toCharArray())
                .orElseThrow()
                .who();
    }

    @Test
    void withoutTheRegistryNobodyLogsInForTheFirstTime() {
        bus.registry.goAway();

        assertThat(login("admin", TestBus.GIVEN)).isEmpty();
    }

    @Test
    void loginsAreRefusedBeforeTheFirstRegistry() {
        TestBus other = new TestBus(data);
        other.services.unbindTenants(other.registry);

        assertThat(other.login("admin", TestBus.GIVEN.toCharArray())).isEmpty();
    }

    @Test
    void aChangedPasswordReplacesTheOldOneEvenInMemory() throws Exception {
        login("admin", TestBus.GIVEN);

        bus.execute(TestBus.admin(), new ChangePassword(TestBus.GIVEN.toCharArray(), TestBus.password(OTHER)));
        bus.registry.goAway();
        assertThat(login("admin", TestBus.GIVEN)).isEmpty();
        bus.registry.comeBack();

        assertThat(login("admin", TestBus.GIVEN)).isEmpty();
        assertThat(login("admin", OTHER)).contains("admin");
    }

    /** The connection was opened with the former password, at the tenants' port. */
    @Test
    void aConnectionWithAFormerPasswordDoesNotLockItsOwnerOutDuringAnOutage() throws Exception {
        Administrator former = TestBus.admin().cameInWith(version());
        bus.execute(TestBus.admin(), new ChangePassword(TestBus.GIVEN.toCharArray(), TestBus.password(OTHER)));
        bus.hasher.whileChecking(
                () -> assertThatThrownBy(() -> bus.logins.whoAmI(former)).isInstanceOf(AdministrationException.class));
        login("admin", OTHER);

        assertThatThrownBy(() -> bus.logins.whoAmI(former)).hasMessageContaining("another password");
        assertThatThrownBy(() ->
                        bus.execute(former, new ChangePassword(OTHER.toCharArray(), TestBus.password("something new"))))
                .hasMessageContaining("another password");

        bus.registry.goAway();
        assertThat(login("admin", OTHER)).contains("admin");
    }

    private long version() throws Exception {
        return bus.administrators.find("admin").orElseThrow().credential().version();
    }

    @Test
    void aLoginThatWasCheckedBeforeTheChangeIsNotRemembered() {
        UserId admin = new UserId(new UUID(1, 2));
        try (RememberedLogins.Check check = bus.remembered.check("admin")) {
            bus.remembered.forget("admin");

            check.remember(admin, 1, "old".toCharArray());
        }
        assertThat(bus.remembered.matching("admin", "old".toCharArray())).isEmpty();
    }

    @Test
    void aConcurrentlyForgottenLoginDoesNotForgetAnother() throws Exception {
        addSystemUser("sre", Role.SRE);
        Administrator polling = new Administrator("sre", "test");
        bus.hasher.whileChecking(() -> bus.logins.whoAmI(polling));

        assertThat(login("admin", TestBus.GIVEN)).contains("admin");

        bus.registry.goAway();
        assertThat(login("admin", TestBus.GIVEN)).contains("admin");
    }

    @Test
    void aRoleLostDuringTheCheckIsNotRemembered() throws Exception {
        TenantUser second = addSystemUser("second", Role.SYSTEM_ADMIN);
        Administrator connected = new Administrator("second", "test");
        bus.hasher.whileChecking(() -> {
            lock(second); // elsewhere
            assertThatThrownBy(() -> bus.logins.whoAmI(connected)).isInstanceOf(AdministrationException.class);
        });

        login("second", OTHER);

        bus.registry.goAway();
        assertThat(login("second", OTHER)).isEmpty();
    }

    @Test
    void tooLongLoginsCountAsOneAndNeedNoMemory() {
        for (int i = 0; i < 8; i++) {
            assertThat(login(i + "x".repeat(1_000_000), OTHER)).isEmpty();
        }

        assertThat(bus.pauses).containsExactly(Duration.ofMillis(100), Duration.ofMillis(200), Duration.ofMillis(400));
        bus.pauses.clear();
        String longest = "t".repeat(63) + "/" + "x".repeat(Login.MAX_LENGTH);
        assertThat(bus.admit(longest, OTHER)).isEmpty();
        assertThat(login("admin", TestBus.GIVEN)).contains("admin");
        assertThat(bus.pauses).isEmpty();
    }

    @Test
    void changingThePasswordRequiresTheCurrentOne() {
        assertThatThrownBy(() -> bus.execute(
                        TestBus.admin(),
                        new ChangePassword("not the current one".toCharArray(), TestBus.password(OTHER))))
                .isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                        .isEqualTo(Reason.FORBIDDEN))
                .hasMessageContaining("wrong");
        assertThat(login("admin", TestBus.GIVEN)).contains("admin");
    }

    @Test
    void guessingTheCurrentPasswordIsSlowedDownToo() {
        for (int i = 0; i < 7; i++) {
            assertThatThrownBy(() -> bus.execute(
                            TestBus.admin(),
                            new ChangePassword("not the current one".toCharArray(), TestBus.password(OTHER))))
                    .isInstanceOf(AdministrationException.class);
        }

        assertThat(bus.pauses).hasSize(2);
    }

    @Test
    void aLockOnAnotherNodeIsForgottenHere() throws Exception {
        addSystemUser("second", Role.SYSTEM_ADMIN);
        addSystemUser("third", Role.SYSTEM_ADMIN);
        Optional<Cursor> before =
                Optional.of(bus.registry.changesSince(Optional.empty()).next());
        AdministratorAccess there = anotherNode();
        Origin own = new Origin("container jmx", "192.0.2.1");
        for (String login : List.of("second", "third")) {
            assertThat(login(there, own, true, login, OTHER.toCharArray())).contains(login);
        }

        bus.execute(TestBus.admin(), new LockSystemUser("second"));
        elsewhere.changed(bus.registry.changesSince(before));
        bus.registry.goAway();

        assertThat(login(there, own, true, "second", OTHER.toCharArray())).isEmpty();
        assertThat(login(there, own, true, "third", OTHER.toCharArray())).contains("third");
    }

    @Test
    void aLockOnAnotherNodeDuringTheCheckIsNotRemembered() throws Exception {
        addSystemUser("second", Role.SYSTEM_ADMIN);
        Optional<Cursor> before =
                Optional.of(bus.registry.changesSince(Optional.empty()).next());
        AdministratorAccess there = anotherNode();
        Origin own = new Origin("container jmx", "192.0.2.1");
        login(there, own, true, "nobody", OTHER.toCharArray()); // makes the decoy
        bus.hasher.whileChecking(() -> {
            bus.execute(TestBus.admin(), new LockSystemUser("second"));
            elsewhere.changed(bus.registry.changesSince(before));
        });
        assertThat(login(there, own, true, "second", OTHER.toCharArray())).contains("second");
        bus.registry.goAway();

        assertThat(login(there, own, true, "second", OTHER.toCharArray())).isEmpty();
    }

    private AdministratorAccess anotherNode() {
        return new AdministratorAccess(
                bus.access,
                bus.services,
                bus.administrators,
                bus.boundedHasher,
                elsewhere,
                bus.handOver,
                new LoginThrottle(),
                bus.repeated);
    }

    private static Optional<String> login(
            AdministratorAccess node, Origin from, boolean mayWait, String login, char[] password) {
        return node.login(from, mayWait, login, password).map(in -> in.who().login());
    }

    private Optional<String> login(String login, String password) {
        return bus.login(login, password.toCharArray());
    }

    private TenantUser addSystemUser(String login, Role role) throws Exception {
        return bus.registry
                .addUser(
                        TenantRegistry.SYSTEM,
                        new NewUser(new Login(login), new Verifier(bus.hasher.verifier(OTHER.toCharArray()))),
                        Set.of(role),
                        bus.administrators
                                .findCaller(TestBus.admin())
                                .map(Caller::user)
                                .orElseThrow())
                .value();
    }

    private void lock(TenantUser user) throws Exception {
        Versioned<TenantUser> now =
                bus.registry.findUser(TenantRegistry.SYSTEM, user.id()).orElseThrow();
        bus.registry.changeUserState(TenantRegistry.SYSTEM, user.id(), now.revision(), UserState.LOCKED);
    }
}
