package org.esbmt.tenancy.authentication.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewTenant;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantName;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantRegistry.CreatedTenant;
import org.esbmt.registry.api.TenantState;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.Verifier;
import org.esbmt.registry.testing.InMemoryTenantRegistry;
import org.esbmt.tenancy.api.AuthenticatedCaller;
import org.esbmt.tenancy.api.AuthenticationOutcome;
import org.esbmt.tenancy.api.AuthenticationOutcome.Accepted;
import org.esbmt.tenancy.api.AuthenticationOutcome.Reason;
import org.esbmt.tenancy.api.AuthenticationOutcome.Refused;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantCredential;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RegistryAuthenticatorTest {
    private static final UserId BY = new UserId(UUID.randomUUID());
    private static final String PASSWORD = "correct-horse-battery-staple";
    /** Of a documentation network (RFC 5737). */
    private static final InetAddress ATTACKER = address("192.0.2.1");

    private static final AuthenticationOutcome NOT_AUTHENTICATED = Refused.because(Reason.NOT_AUTHENTICATED);

    private final AtomicLong clock = new AtomicLong(System.nanoTime());
    private final InMemoryTenantRegistry registry = new InMemoryTenantRegistry();
    private final PlainHasher hasher = new PlainHasher();
    private final AuthenticatorSettings settings = new AuthenticatorSettings(
            SECONDS.toNanos(60), SECONDS.toNanos(300), 1_000, SECONDS.toNanos(60), 50_000_000, 1, 100, 10);
    private final ProvenSources sources =
            new ProvenSources(Path.of("never-written"), Pepper.generate().keyOfSources());
    private final RegistryAuthenticator authenticator =
            new RegistryAuthenticator(settings, registry, hasher, sources, clock::get);

    private CreatedTenant acme;
    private TenantCredential good;

    @BeforeEach
    void start() throws Exception {
        acme = create("acme");
        good = credential(acme, PASSWORD);
        authenticator.start();
        awaitHeard();
    }

    @AfterEach
    void stop() {
        hasher.release();
        authenticator.stop();
    }

    @Test
    void aVerifiedCredentialIsKnownFromThenOn() throws Exception {
        assertThat(known(good)).isEmpty();

        AuthenticationOutcome outcome = ask(good);

        assertThat(outcome).isInstanceOf(Accepted.class);
        var caller = ((Accepted) outcome).caller();
        assertThat(caller.principal().tenant()).isEqualTo(tenant(acme));
        assertThat(caller.principal().user()).isEqualTo(admin(acme));
        assertThat(known(good)).containsSame(caller);
        assertThat(known(credential(acme, PASSWORD))).containsSame(caller);
        assertThat(hasher.checks).hasValue(1);
    }

    @Test
    void everyCauseOfRefusalIsAnsweredAlikeAndCostsOneHash() throws Exception {
        UserId locked = addUser("locked");
        registry.changeUserState(tenant(acme), locked, 1, UserState.LOCKED);
        UserId systemAdmin = registry.addFirstAdministrator(
                        new NewUser(new Login("root"), new Verifier(hasher.verifier(PASSWORD.toCharArray()))))
                .orElseThrow()
                .value()
                .id();
        UserId auditor = addUser("auditor");
        registry.changeRoles(tenant(acme), auditor, 1, Set.of(Role.TENANT_AUDITOR), auditor);
        UserId withoutPassword = addUser("without");
        registry.removeVerifier(tenant(acme), withoutPassword, 1);
        CreatedTenant globex = create("globex");
        List<TenantCredential> bad = List.of(
                credential(acme, "wrong"),
                new TenantCredential(new TenantId(UUID.randomUUID()), admin(acme), PASSWORD.getBytes(UTF_8)),
                new TenantCredential(tenant(acme), new UserId(UUID.randomUUID()), PASSWORD.getBytes(UTF_8)),
                new TenantCredential(tenant(globex), admin(acme), PASSWORD.getBytes(UTF_8)),
                new TenantCredential(tenant(acme), locked, PASSWORD.getBytes(UTF_8)),
                new TenantCredential(tenant(acme), auditor, PASSWORD.getBytes(UTF_8)),
                new TenantCredential(tenant(acme), withoutPassword, PASSWORD.getBytes(UTF_8)),
                new TenantCredential(TenantRegistry.SYSTEM, systemAdmin, PASSWORD.getBytes(UTF_8)),
                new TenantCredential(tenant(acme), admin(acme), new byte[] {(byte) 0xc3, (byte) 0x28}),
                new TenantCredential(tenant(acme), admin(acme), new byte[1_025]));

        for (TenantCredential one : bad) {
            int before = hasher.checks.get();
            assertThat(ask(one)).as("%s", one).isEqualTo(NOT_AUTHENTICATED);
            assertThat(hasher.checks).as("%s", one).hasValue(before + 1);
            assertThat(known(one)).isEmpty();
        }
    }

    @Test
    void onlyTheRightPasswordRevealsASuspendedTenant() throws Exception {
        registry.changeTenantState(tenant(acme), 1, TenantState.SUSPENDED);

        assertThat(ask(good)).isEqualTo(Refused.because(Reason.TENANT_SUSPENDED));
        assertThat(ask(credential(acme, "wrong"))).isEqualTo(NOT_AUTHENTICATED);
        assertThat(known(good)).isEmpty();
    }

    @Test
    void aChangedPasswordIsRefusedSoon() throws Exception {
        ask(good);
        registry.setVerifier(tenant(acme), admin(acme), 1, new Verifier("plain:another"));

        awaitHeard();
        assertThat(known(good)).isEmpty();
        assertThat(ask(good)).isEqualTo(NOT_AUTHENTICATED);
        assertThat(ask(credential(acme, "another"))).isInstanceOf(Accepted.class);
    }

    @Test
    void aUserWithoutSenderRoleOrPasswordIsRefusedSoon() throws Exception {
        UserId alice = addUser("alice");
        TenantCredential hers = new TenantCredential(tenant(acme), alice, PASSWORD.getBytes(UTF_8));
        UserId bob = addUser("bob");
        TenantCredential his = new TenantCredential(tenant(acme), bob, PASSWORD.getBytes(UTF_8));
        assertThat(ask(hers)).isInstanceOf(Accepted.class);
        assertThat(ask(his)).isInstanceOf(Accepted.class);

        registry.changeRoles(tenant(acme), alice, 1, Set.of(Role.TENANT_AUDITOR), admin(acme));
        registry.removeVerifier(tenant(acme), bob, 1);

        awaitHeard();
        assertThat(known(hers)).isEmpty();
        assertThat(known(his)).isEmpty();
        assertThat(ask(hers)).isEqualTo(NOT_AUTHENTICATED);
        assertThat(ask(his)).isEqualTo(NOT_AUTHENTICATED);
    }

    @Test
    void aLockedUserIsRefusedSoonAndTheOthersAreNot() throws Exception {
        UserId alice = addUser("alice");
        TenantCredential alices = new TenantCredential(tenant(acme), alice, PASSWORD.getBytes(UTF_8));
        ask(good);
        ask(alices);
        registry.changeUserState(tenant(acme), alice, 1, UserState.LOCKED);

        awaitHeard();
        assertThat(known(alices)).isEmpty();
        assertThat(ask(alices)).isEqualTo(NOT_AUTHENTICATED);
        assertThat(known(good)).isPresent();
    }

    @Test
    void aSuspendedTenantIsRefusedSoonAndTheOthersAreNot() throws Exception {
        TenantCredential globex = credential(create("globex"), PASSWORD);
        ask(good);
        ask(globex);
        registry.changeTenantState(tenant(acme), 1, TenantState.SUSPENDED);

        awaitHeard();
        assertThat(known(good)).isEmpty();
        assertThat(ask(good)).isEqualTo(Refused.because(Reason.TENANT_SUSPENDED));
        assertThat(known(globex)).isPresent();
    }

    @Test
    void aTenantThatLeavesIsRefusedSoonAndServedAgainIfItStays() throws Exception {
        ask(good);
        registry.changeTenantState(tenant(acme), 1, TenantState.OFFBOARDING);

        awaitHeard();
        assertThat(known(good)).isEmpty();
        assertThat(ask(good)).isEqualTo(Refused.because(Reason.TENANT_SUSPENDED));
        assertThat(ask(credential(acme, "wrong"))).isEqualTo(NOT_AUTHENTICATED);

        registry.changeTenantState(tenant(acme), 2, TenantState.ACTIVE);
        awaitHeard();
        assertThat(ask(good)).isInstanceOf(Accepted.class);
    }

    @Test
    void aPasswordThatIsChangedWhileItIsCheckedIsNotRemembered() throws Exception {
        ask(good);
        hasher.hold();
        clock.addAndGet(SECONDS.toNanos(301));
        TenantCredential canary = credential(create("globex"), PASSWORD);
        awaitHeard();
        CompletableFuture<AuthenticationOutcome> pending = begin(good);
        await().until(() -> hasher.checks.get() == 2);
        long movedOn = registry.setVerifier(tenant(acme), admin(acme), 1, new Verifier("plain:another"))
                .revision();
        assertThat(movedOn).isEqualTo(2);
        awaitHeard();
        awaitHeard();

        hasher.release();

        assertThat(pending.get(10, SECONDS)).isEqualTo(NOT_AUTHENTICATED);
        assertThat(known(good)).isEmpty();
        assertThat(ask(canary)).isInstanceOf(Accepted.class);
    }

    @Test
    void theSameCredentialAtOnceIsHashedOnce() throws Exception {
        hasher.hold();
        List<CompletableFuture<AuthenticationOutcome>> pending = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            pending.add(begin(credential(acme, PASSWORD)));
        }
        hasher.release();

        for (var one : pending) {
            assertThat(one.get(10, SECONDS)).isInstanceOf(Accepted.class);
        }
        assertThat(hasher.checks).hasValue(1);
    }

    @Test
    void aWrongPasswordDoesNotMakeTheRightOneForgotten() throws Exception {
        ask(good);
        for (int i = 0; i < 5; i++) {
            assertThat(ask(credential(acme, "wrong " + i))).isEqualTo(NOT_AUTHENTICATED);
        }

        assertThat(known(good)).isPresent();
    }

    @Test
    void entriesAreConfirmedAfterAMinuteAndHashedAgainAfterFive() throws Exception {
        ask(good);
        for (int i = 0; i < 10; i++) {
            clock.addAndGet(SECONDS.toNanos(61));
            awaitHeard();
            assertThat(known(good)).isEmpty();
            assertThat(ask(good)).isInstanceOf(Accepted.class);
            assertThat(known(good)).isPresent();
        }
        assertThat(hasher.checks).hasValue(1);

        clock.addAndGet(SECONDS.toNanos(300));
        awaitHeard();
        assertThat(ask(good)).isInstanceOf(Accepted.class);
        assertThat(hasher.checks).hasValue(2);
    }

    @Test
    void aCredentialInUseIsRenewedBeforeAMessageWaits() throws Exception {
        ask(good);
        for (int i = 0; i < 5; i++) {
            clock.addAndGet(SECONDS.toNanos(46));
            awaitHeard();
            await().until(() -> known(good).isPresent());
        }
        assertThat(hasher.checks).hasValue(1);
    }

    @Test
    void guessesWaitLongerAndLongerButNotForEver() throws Exception {
        for (int i = 0; i < 5; i++) {
            assertThat(ask(credential(acme, "guess " + i))).isEqualTo(NOT_AUTHENTICATED);
        }
        assertThat(ask(credential(acme, "guess 5"))).isEqualTo(NOT_AUTHENTICATED);

        assertThat(retryAfter(credential(acme, "guess 6"))).isEqualTo(Duration.ofSeconds(1));
        assertThat(retryAfter(good)).isEqualTo(Duration.ofSeconds(1));
        clock.addAndGet(SECONDS.toNanos(1));
        assertThat(ask(credential(acme, "guess 7"))).isEqualTo(NOT_AUTHENTICATED);
        assertThat(retryAfter(credential(acme, "guess 8"))).isEqualTo(Duration.ofSeconds(2));
        assertThat(hasher.checks).hasValue(7);
        clock.addAndGet(SECONDS.toNanos(2));
        assertThat(ask(good)).isInstanceOf(Accepted.class);
        assertThat(ask(credential(acme, "guess 9"))).isEqualTo(NOT_AUTHENTICATED);
    }

    @Test
    void aKnownUserDoesNotWaitForGuesses() throws Exception {
        ask(good);
        for (int i = 0; i < 6; i++) {
            ask(credential(acme, "guess " + i));
        }
        assertThat(retryAfter(credential(acme, "guess 6"))).isPositive();

        assertThat(known(good)).isPresent();
        clock.addAndGet(SECONDS.toNanos(61));
        for (int i = 0; i < 2; i++) {
            awaitHeard();
            ask(credential(acme, "guess again " + i));
        }
        assertThat(retryAfter(credential(acme, "guess again"))).isPositive();
        assertThat(ask(good)).isInstanceOf(Accepted.class);
    }

    @Test
    void aSourceThatGuessesAtATenantHasToWaitThereAndNowhereElse() throws Exception {
        TenantCredential globex = credential(create("globex"), PASSWORD);
        awaitHeard();
        for (int i = 0; i < 21; i++) {
            assertThat(ask(nobodyOf(tenant(acme)), ATTACKER)).isEqualTo(NOT_AUTHENTICATED);
        }

        assertThat(reason(ask(good, ATTACKER))).isEqualTo(Reason.RATE_LIMITED);
        assertThat(ask(globex, ATTACKER)).isInstanceOf(Accepted.class);
        assertThat(ask(good, address("192.0.2.2"))).isInstanceOf(Accepted.class);
    }

    @Test
    void aSourceOfInventedTenantsWaitsWithoutDelayingKnownOnesAtItsAddress() throws Exception {
        for (int i = 0; i < 21; i++) {
            assertThat(ask(nobodyOf(new TenantId(UUID.randomUUID())), ATTACKER)).isEqualTo(NOT_AUTHENTICATED);
        }
        int hashed = hasher.checks.get();
        for (int i = 0; i < 100; i++) {
            assertThat(reason(ask(nobodyOf(new TenantId(UUID.randomUUID())), ATTACKER)))
                    .isEqualTo(Reason.RATE_LIMITED);
        }
        assertThat(hasher.checks).hasValue(hashed);

        assertThat(ask(good, ATTACKER)).isInstanceOf(Accepted.class);
    }

    @Test
    void tenantsInventedAllAtOnceAreNotAllHashed() throws Exception {
        authenticator.stop();
        // Lanes of the default length: longer than the number of attempts of one source without a wait.
        AuthenticatorSettings longLanes = new AuthenticatorSettings(
                SECONDS.toNanos(60), SECONDS.toNanos(300), 1_000, SECONDS.toNanos(60), 50_000_000, 1, 100, 32);
        RegistryAuthenticator roomy = new RegistryAuthenticator(longLanes, registry, hasher, sources, clock::get);
        roomy.start();
        await().until(() -> roomy.counters().getRegistrySilenceMillis() >= 0);
        hasher.hold();
        List<AuthenticationOutcome> refused = new CopyOnWriteArrayList<>();
        List<CompletableFuture<AuthenticationOutcome>> pending = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            var one = roomy.authenticate(nobodyOf(new TenantId(UUID.randomUUID())), ATTACKER)
                    .toCompletableFuture();
            if (one.isDone() && reason(one.join()) == Reason.RATE_LIMITED) {
                refused.add(one.join());
            }
            pending.add(one);
        }
        hasher.release();
        for (var one : pending) {
            one.get(10, SECONDS);
        }

        assertThat(hasher.checks.get()).isLessThanOrEqualTo(22);
        assertThat(refused).isNotEmpty();
        roomy.stop();
    }

    @Test
    void tenantsInventedFromManyAddressesDoNotFillTheQueueForThoseThatAreThere() throws Exception {
        List<CompletableFuture<AuthenticationOutcome>> strangers = new ArrayList<>();
        CompletableFuture<AuthenticationOutcome> mine;
        synchronized (registry) { // blocks the readers
            for (int i = 0; i < 120; i++) {
                strangers.add(authenticator
                        .authenticate(nobodyOf(new TenantId(UUID.randomUUID())), address("192.0.2." + i / 10))
                        .toCompletableFuture());
            }
            mine = begin(good);
        }

        assertThat(mine.get(10, SECONDS)).isInstanceOf(Accepted.class);
        for (var one : strangers) {
            assertThat(one.get(10, SECONDS)).isInstanceOf(Refused.class);
        }
    }

    @Test
    void aNewTenantIsNoStrangerForLong() throws Exception {
        for (int i = 0; i < 21; i++) {
            ask(nobodyOf(new TenantId(UUID.randomUUID())), ATTACKER);
        }
        TenantCredential globex = credential(create("globex"), PASSWORD);

        awaitHeard();
        assertThat(ask(globex, ATTACKER)).isInstanceOf(Accepted.class);
    }

    @Test
    void theDurationOfACheckDoesNotRevealAnUnknownUser() throws Exception {
        List<String> answered = new CopyOnWriteArrayList<>();
        List<CompletableFuture<Void>> pending = new ArrayList<>();
        hasher.hold();
        for (int i = 0; i < 7; i++) {
            pending.add(begin(nobodyOf(tenant(acme))).thenRun(() -> answered.add("nobody")));
        }
        await().until(() -> authenticator.counters().getWaiting() == 6);
        pending.add(begin(credential(acme, "wrong")).thenRun(() -> answered.add("admin")));
        await().until(() -> authenticator.counters().getWaiting() == 7);

        hasher.release();

        for (var one : pending) {
            one.get(10, SECONDS);
        }
        // Each of the two readers may have overtaken the other; in its own lane the user would be the second.
        assertThat(answered.indexOf("admin")).isGreaterThanOrEqualTo(5);
    }

    @Test
    void moreThanCanWaitIsRefusedAsOverload() throws Exception {
        hasher.hold();
        List<CompletableFuture<AuthenticationOutcome>> pending = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            pending.add(begin(new TenantCredential(tenant(acme), addUser("user-" + i), PASSWORD.getBytes(UTF_8))));
        }

        await().until(() -> pending.stream().filter(CompletableFuture::isDone).count() >= 9);
        assertThat(pending.stream().filter(CompletableFuture::isDone).map(CompletableFuture::join))
                .allMatch(outcome -> reason(outcome) == Reason.OVERLOADED);
        hasher.release();
        for (var one : pending) {
            one.get(10, SECONDS);
        }
        assertThat(pending.stream().map(CompletableFuture::join).filter(Accepted.class::isInstance))
                .hasSizeBetween(10, 11);
    }

    @Test
    void withoutTheRegistryKnownUsersAreAcceptedForAMinute() throws Exception {
        ask(good);
        awaitHeard();
        registry.goAway();

        clock.addAndGet(SECONDS.toNanos(59));
        assertThat(known(good)).isPresent();
        assertThat(reason(ask(credential(acme, "any")))).isEqualTo(Reason.OVERLOADED);
        clock.addAndGet(SECONDS.toNanos(2));
        assertThat(known(good)).isEmpty();
        assertThat(reason(ask(good))).isEqualTo(Reason.OVERLOADED);

        registry.comeBack();
        awaitHeard();
        assertThat(ask(good)).isInstanceOf(Accepted.class);
        assertThat(known(good)).isPresent();
    }

    @Test
    void anEarlyConfirmationAlsoLastsThroughTheOutageMinute() throws Exception {
        ask(good);
        clock.addAndGet(SECONDS.toNanos(44));
        awaitHeard();
        registry.goAway();

        for (int i = 0; i < 59; i++) {
            clock.addAndGet(SECONDS.toNanos(1));
            assertThat(known(good)).as("after %d s", i + 1).isPresent();
        }
        clock.addAndGet(SECONDS.toNanos(2));
        assertThat(known(good)).isEmpty();
    }

    @Test
    void anEntryDueForConfirmationBeforeTheOutageIsUnknownDuringIt() throws Exception {
        ask(good);
        clock.addAndGet(SECONDS.toNanos(61));
        awaitHeard();
        registry.goAway();

        clock.addAndGet(SECONDS.toNanos(10));
        assertThat(known(good)).isEmpty();
        assertThat(reason(ask(good))).isEqualTo(Reason.OVERLOADED);
    }

    @Test
    void aCheckThatFailsIsAnsweredAndTheNextOneRuns() throws Exception {
        hasher.failOnce();

        assertThat(reason(ask(good))).isEqualTo(Reason.OVERLOADED);
        assertThat(ask(good)).isInstanceOf(Accepted.class);
    }

    @Test
    void stopAnswersWaitingChecks() throws Exception {
        hasher.hold();
        List<CompletableFuture<AuthenticationOutcome>> pending = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            pending.add(begin(new TenantCredential(tenant(acme), addUser("user-" + i), PASSWORD.getBytes(UTF_8))));
        }
        authenticator.stop();
        hasher.release();

        for (var one : pending) {
            assertThat(one.get(10, SECONDS)).isNotNull();
        }
        assertThat(reason(ask(good))).isEqualTo(Reason.OVERLOADED);
    }

    /** Waits until the registry has answered at the present time of the clock, or later. */
    private void awaitHeard() {
        long now = clock.addAndGet(1_000_000);
        await().until(() -> {
            long silence = authenticator.counters().getRegistrySilenceMillis();
            return silence >= 0 && clock.get() - silence * 1_000_000 >= now;
        });
    }

    private Duration retryAfter(TenantCredential credential) throws Exception {
        AuthenticationOutcome outcome = ask(credential);
        assertThat(reason(outcome)).isEqualTo(Reason.RATE_LIMITED);
        return ((Refused) outcome).retryAfter().orElseThrow();
    }

    private static Reason reason(AuthenticationOutcome outcome) {
        return outcome instanceof Refused refused ? refused.reason() : null;
    }

    private Optional<AuthenticatedCaller> known(TenantCredential credential) {
        return authenticator.known(credential, InetAddress.getLoopbackAddress());
    }

    private AuthenticationOutcome ask(TenantCredential credential) throws Exception {
        return begin(credential).get(10, SECONDS);
    }

    private AuthenticationOutcome ask(TenantCredential credential, InetAddress source) throws Exception {
        return authenticator
                .authenticate(credential, source)
                .toCompletableFuture()
                .get(10, SECONDS);
    }

    private static InetAddress address(String literal) {
        try {
            return InetAddress.getByName(literal);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static TenantCredential nobodyOf(TenantId tenant) {
        return new TenantCredential(tenant, new UserId(UUID.randomUUID()), new byte[] {'x'});
    }

    private CompletableFuture<AuthenticationOutcome> begin(TenantCredential credential) {
        return authenticator
                .authenticate(credential, InetAddress.getLoopbackAddress())
                .toCompletableFuture();
    }

    private CreatedTenant create(String name) throws RegistryException {
        NewUser admin = new NewUser(new Login("admin"), new Verifier("plain:" + PASSWORD));
        return registry.createTenant(new NewTenant(new TenantName(name), name, admin), BY);
    }

    private UserId addUser(String login) throws RegistryException {
        NewUser user = new NewUser(new Login(login), new Verifier("plain:" + PASSWORD));
        return registry.addUser(tenant(acme), user, Set.of(Role.TENANT_USER), BY)
                .value()
                .id();
    }

    private static TenantId tenant(CreatedTenant created) {
        return created.tenant().value().id();
    }

    private static UserId admin(CreatedTenant created) {
        return created.administrator().value().id();
    }

    private static TenantCredential credential(CreatedTenant created, String password) {
        return new TenantCredential(tenant(created), admin(created), password.getBytes(UTF_8));
    }
}
