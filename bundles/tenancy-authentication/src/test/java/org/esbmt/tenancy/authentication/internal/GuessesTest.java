package org.esbmt.tenancy.authentication.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewTenant;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.TenantName;
import org.esbmt.registry.api.TenantRegistry.CreatedTenant;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.Verifier;
import org.esbmt.registry.testing.InMemoryTenantRegistry;
import org.esbmt.tenancy.api.AuthenticationOutcome;
import org.esbmt.tenancy.api.AuthenticationOutcome.Accepted;
import org.esbmt.tenancy.api.AuthenticationOutcome.Reason;
import org.esbmt.tenancy.api.AuthenticationOutcome.Refused;
import org.esbmt.tenancy.api.TenantCredential;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Guesses at a user neither lock the user out nor succeed fast, from any number of sources. */
class GuessesTest {
    private static final UserId BY = new UserId(UUID.randomUUID());
    private static final String PASSWORD = "correct-horse-battery-staple";
    private static final String NEW_PASSWORD = "another-horse-another-staple";
    private static final Duration PAUSE = Duration.ofMillis(50);
    /** 1,300 of them end before a remembered password needs a new confirmation. */
    private static final Duration SHORT_PAUSE = Duration.ofMillis(20);

    /** Of documentation networks (RFC 5737). */
    private static final InetAddress ATTACKER = address("192.0.2.1");

    private static final InetAddress OFFICE = address("198.51.100.7");
    private static final InetAddress ELSEWHERE = address("203.0.113.9");
    /** Of the network for benchmarks (RFC 2544). */
    private static final List<InetAddress> THOUSAND = IntStream.range(0, 1_000)
            .mapToObj(i -> address("198.18." + i / 250 + "." + (1 + i % 250)))
            .collect(Collectors.toUnmodifiableList());

    @TempDir
    Path data;

    private final AtomicLong clock = new AtomicLong(System.nanoTime());
    private final InMemoryTenantRegistry registry = new InMemoryTenantRegistry();
    private final PlainHasher hasher = new PlainHasher();
    private final Pepper pepper = Pepper.generate();
    private final AuthenticatorSettings settings = new AuthenticatorSettings(
            SECONDS.toNanos(60), SECONDS.toNanos(300), 1_000, SECONDS.toNanos(60), 50_000_000, 1, 100, 10);

    private ProvenSources sources;
    private RegistryAuthenticator authenticator;
    private CreatedTenant acme;
    private TenantCredential good;
    private int guesses;

    @BeforeEach
    void start() throws Exception {
        acme = registry.createTenant(
                new NewTenant(
                        new TenantName("acme"),
                        "Acme",
                        new NewUser(new Login("admin"), new Verifier("plain:" + PASSWORD))),
                BY);
        good = credential(PASSWORD);
        begin();
    }

    private void begin() {
        sources = new ProvenSources(data.resolve("proven-sources"), pepper.keyOfSources()).open();
        authenticator = new RegistryAuthenticator(settings, registry, hasher, sources, clock::get);
        authenticator.start();
        awaitHeard();
    }

    @AfterEach
    void stop() {
        hasher.release();
        authenticator.stop();
        sources.close();
    }

    private void restart() {
        stop();
        begin();
    }

    @Test
    void guessesFromOneAddressLockNoSenderAtANewAddressOut() throws Exception {
        for (int i = 0; i < 60; i++) {
            forget();
            guess(ATTACKER, 20);

            assertThat(ask(good, address("198.51.100." + (i + 1))))
                    .as("round %d", i)
                    .isInstanceOf(Accepted.class);
        }
    }

    @Test
    void guessesFromOneAddressLockNoKnownSenderOut() throws Exception {
        for (int i = 0; i < 60; i++) {
            forget();
            guess(ATTACKER, 20);

            assertThat(ask(good, OFFICE)).as("round %d", i).isInstanceOf(Accepted.class);
        }
    }

    @Test
    void aClientWithTheOldPasswordLocksNobodyOutAtTheSameAddress() throws Exception {
        ask(good, OFFICE);
        setPassword(NEW_PASSWORD);

        repeat(good, OFFICE, 200);

        assertThat(ask(credential(NEW_PASSWORD), OFFICE)).isInstanceOf(Accepted.class);
    }

    @Test
    void aClientWithTheOldPasswordLocksNobodyOutAtAnUnprovenAddress() throws Exception {
        setPassword(NEW_PASSWORD);

        repeat(good, OFFICE, 200);

        assertThat(ask(credential(NEW_PASSWORD), OFFICE)).isInstanceOf(Accepted.class);
    }

    @Test
    void aClientWithTheOldPasswordLocksNobodyOutElsewhere() throws Exception {
        ask(good, OFFICE);
        setPassword(NEW_PASSWORD);

        repeat(good, OFFICE, 200);

        assertThat(ask(credential(NEW_PASSWORD), ELSEWHERE)).isInstanceOf(Accepted.class);
    }

    @Test
    void theOldPasswordCostsOneHashForAnyNumberOfAttempts() throws Exception {
        setPassword(NEW_PASSWORD);
        int before = hasher.checks.get();

        repeat(good, OFFICE, 200);

        assertThat(hasher.checks).hasValue(before + 1);
    }

    @Test
    void aRefusedPasswordThatBecomesTheRightOneIsTakenAtOnce() throws Exception {
        TenantCredential changed = credential(NEW_PASSWORD);
        repeat(changed, OFFICE, 3);
        setPassword(NEW_PASSWORD);

        assertThat(ask(changed, OFFICE)).isInstanceOf(Accepted.class);
    }

    @Test
    void aRefusedPasswordIsTakenAtOnceWhenTheUserIsUnlocked() throws Exception {
        registry.changeUserState(tenant(), user(), 1, UserState.LOCKED);
        repeat(good, OFFICE, 3);
        registry.changeUserState(tenant(), user(), 2, UserState.ACTIVE);

        assertThat(ask(good, OFFICE)).isInstanceOf(Accepted.class);
    }

    @Test
    void repetitionsDoNotRevealTheRightPasswordOfALockedUser() throws Exception {
        registry.changeUserState(tenant(), user(), 1, UserState.LOCKED);
        TenantCredential wrong = credential("wrong");

        for (int i = 0; i < 3; i++) {
            int before = hasher.checks.get();
            AuthenticationOutcome ofTheRight = ask(good, OFFICE);
            int betweenThem = hasher.checks.get();
            assertThat(ask(wrong, OFFICE)).isEqualTo(ofTheRight);
            assertThat(hasher.checks.get() - betweenThem).isEqualTo(betweenThem - before);
        }
    }

    @Test
    void theWaitDoesNotRevealARepeatedPassword() throws Exception {
        setPassword(NEW_PASSWORD);
        repeat(good, OFFICE, 1);
        guess(OFFICE, 20);

        assertThat(reason(ask(good, OFFICE))).isEqualTo(Reason.RATE_LIMITED);
    }

    @Test
    void afterARestartGuessesFromAThousandAddressesLockNobodyOut() throws Exception {
        ask(good, OFFICE);
        restart();
        THOUSAND.forEach(source -> guess(source, 3));

        assertThat(ask(good, OFFICE)).isInstanceOf(Accepted.class);
    }

    @Test
    void guessesFromAThousandAddressesLockNoSenderAtANewAddressOut() throws Exception {
        THOUSAND.forEach(source -> guess(source, 3));

        assertThat(ask(good, ELSEWHERE)).isInstanceOf(Accepted.class);
    }

    @Test
    void guessesFromAThousandAddressesForADayLockNobodyOutAndStaySlow() throws Exception {
        ask(good, OFFICE);
        long begun = clock.get();
        int before = hasher.checks.get();

        for (int hour = 0; hour < 24; hour++) {
            clock.addAndGet(Duration.ofMinutes(50).toNanos());
            awaitHeard();
            THOUSAND.forEach(source -> guess(source, 1));
            assertThat(ask(good, OFFICE)).isInstanceOf(Accepted.class);
            forget();
            THOUSAND.forEach(source -> guess(source, 1));
            assertThat(ask(good, address("203.0.113." + hour))).isInstanceOf(Accepted.class);
        }

        Duration attack = Duration.ofNanos(clock.get() - begun);
        long attemptsOfEachSource = attack.toHours() / 6 + 1;
        long attemptsOfAll = attack.toMinutes();
        assertThat(hasher.checks.get() - before).isLessThan((int) (1_000 * attemptsOfEachSource + attemptsOfAll + 100));
    }

    @Test
    void withMoreAddressesThanThereIsRoomForTheProvenOnesAreStillServed() throws Exception {
        ask(good, OFFICE);
        restart();
        for (int i = 0; i < 3_000; i++) {
            guess(address("10.0." + i / 250 + "." + (1 + i % 250)), 1);
        }

        assertThat(reason(ask(good, ELSEWHERE))).isEqualTo(Reason.RATE_LIMITED);
        assertThat(ask(good, OFFICE)).isInstanceOf(Accepted.class);
    }

    @Test
    void guessesThatWaitTakeNoPlaceOfAProvenSource() throws Exception {
        ask(good, OFFICE);
        restart();
        hasher.hold();
        List<CompletableFuture<AuthenticationOutcome>> waiting = new ArrayList<>();
        THOUSAND.forEach(source -> waiting.add(begin(credential("guess of " + source), source)));
        await().until(() -> waiting.stream().filter(CompletableFuture::isDone).count() > 900);

        CompletableFuture<AuthenticationOutcome> mine = begin(good, OFFICE);
        await().until(() -> mine.isDone() || authenticator.counters().getWaiting() > 10);
        hasher.release();

        assertThat(mine.get(10, SECONDS)).isInstanceOf(Accepted.class);
        for (var one : waiting) {
            assertThat(one.get(10, SECONDS)).isInstanceOf(Refused.class);
        }
    }

    @Test
    void guessesAtManyUsersOfATenantLockNobodyOut() throws Exception {
        for (InetAddress source : THOUSAND) {
            for (int i = 0; i < 3; i++) {
                ask(new TenantCredential(tenant(), new UserId(UUID.randomUUID()), new byte[] {'x'}), source);
            }
        }

        assertThat(ask(good, ELSEWHERE)).isInstanceOf(Accepted.class);
    }

    @Test
    void aGuesserIsNotToldByTheRememberedPasswordThatAGuessIsRight() throws Exception {
        ask(good, OFFICE);
        guess(ATTACKER, 20);

        assertThat(authenticator.known(good, ATTACKER)).isEmpty();
        assertThat(reason(ask(good, ATTACKER))).isEqualTo(Reason.RATE_LIMITED);
        assertThat(authenticator.known(good, OFFICE)).isPresent();
    }

    @Test
    void newAddressesBeyondTheirLimitAreNotToldEither() throws Exception {
        ask(good, OFFICE);
        for (int i = 0; i < 1_300; i++) {
            guess(address("10.0." + i / 250 + "." + (1 + i % 250)), 1, SHORT_PAUSE);
        }
        awaitHeard();

        assertThat(authenticator.known(good, ELSEWHERE)).isEmpty();
        assertThat(reason(ask(good, ELSEWHERE))).isEqualTo(Reason.RATE_LIMITED);
        assertThat(authenticator.known(good, OFFICE)).isPresent();
    }

    @Test
    void aGuesserDoesNotJoinTheCheckOfTheRightPassword() throws Exception {
        guess(ATTACKER, 20);
        hasher.hold();
        CompletableFuture<AuthenticationOutcome> mine = begin(good, OFFICE);

        assertThat(reason(ask(good, ATTACKER))).isEqualTo(Reason.RATE_LIMITED);
        hasher.release();
        assertThat(mine.get(10, SECONDS)).isInstanceOf(Accepted.class);
    }

    @Test
    void guessesThatInsistAtTheAddressOfTheUserAreSeldomJudged() throws Exception {
        ask(good, OFFICE);
        guess(OFFICE, 20);
        assertThat(authenticator.known(good, OFFICE)).isPresent();
        guess(OFFICE, 100);

        int judged = 0;
        for (int i = 0; i < 1_200; i++) {
            guess(OFFICE, 1);
            if (authenticator.known(good, OFFICE).isPresent() || ask(good, OFFICE) instanceof Accepted) {
                judged++;
            }
        }
        assertThat(judged).as("in a minute").isLessThanOrEqualTo(12);
        clock.addAndGet(Duration.ofSeconds(10).toNanos());
        awaitHeard();
        assertThat(ask(good, OFFICE)).isInstanceOf(Accepted.class);
        assertThat(authenticator.known(good, OFFICE)).isPresent();
    }

    @Test
    void anAddressFromWhichARememberedUserHasSentIsProvenAfterARestart() throws Exception {
        ask(good, OFFICE);
        assertThat(ask(good, ELSEWHERE)).isInstanceOf(Accepted.class);
        restart();
        for (int i = 0; i < 1_300; i++) {
            guess(address("10.0." + i / 250 + "." + (1 + i % 250)), 1);
        }

        assertThat(ask(good, ELSEWHERE)).isInstanceOf(Accepted.class);
    }

    /** One connection: the next guess comes when the former is answered, after a pause. */
    private void guess(InetAddress source, int count) {
        guess(source, count, PAUSE);
    }

    private void guess(InetAddress source, int count, Duration pause) {
        for (int i = 0; i < count; i++) {
            assertThat(ask(credential("guess " + guesses++), source)).isInstanceOf(Refused.class);
            clock.addAndGet(pause.toNanos());
            if (guesses % 500 == 0) {
                awaitHeard();
            }
        }
    }

    private void repeat(TenantCredential wrong, InetAddress source, int count) {
        for (int i = 0; i < count; i++) {
            assertThat(ask(wrong, source)).isInstanceOf(Refused.class);
            clock.addAndGet(PAUSE.toNanos());
        }
    }

    /** Waits until every password is hashed again. */
    private void forget() {
        clock.addAndGet(settings.keptNanos());
        awaitHeard();
    }

    private void setPassword(String password) throws Exception {
        registry.setVerifier(tenant(), user(), 1, new Verifier("plain:" + password));
        forget();
    }

    private void awaitHeard() {
        long now = clock.addAndGet(MILLISECONDS.toNanos(1));
        await().until(() -> {
            long silence = authenticator.counters().getRegistrySilenceMillis();
            return silence >= 0 && clock.get() - MILLISECONDS.toNanos(silence) >= now;
        });
    }

    private AuthenticationOutcome ask(TenantCredential credential, InetAddress source) {
        return begin(credential, source).orTimeout(10, SECONDS).join();
    }

    private CompletableFuture<AuthenticationOutcome> begin(TenantCredential credential, InetAddress source) {
        return authenticator.authenticate(credential, source).toCompletableFuture();
    }

    private static Reason reason(AuthenticationOutcome outcome) {
        return outcome instanceof Refused refused ? refused.reason() : null;
    }

    private TenantCredential credential(String password) {
        return new TenantCredential(tenant(), user(), password.getBytes(UTF_8));
    }

    private TenantId tenant() {
        return acme.tenant().value().id();
    }

    private UserId user() {
        return acme.administrator().value().id();
    }

    private static InetAddress address(String literal) {
        try {
            return InetAddress.getByName(literal);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
