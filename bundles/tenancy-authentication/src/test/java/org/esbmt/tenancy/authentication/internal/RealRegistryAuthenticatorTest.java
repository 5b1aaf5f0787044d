package org.esbmt.tenancy.authentication.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.SecretKey;
import org.esbmt.registry.api.EncodedCertificate;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewTenant;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.TenantName;
import org.esbmt.registry.api.TenantRegistry.CreatedTenant;
import org.esbmt.registry.api.TenantState;
import org.esbmt.registry.api.UserCertificate;
import org.esbmt.registry.api.Verifier;
import org.esbmt.registry.postgresql.internal.RealRegistry;
import org.esbmt.tenancy.api.AuthenticatedCaller;
import org.esbmt.tenancy.api.AuthenticationOutcome;
import org.esbmt.tenancy.api.AuthenticationOutcome.Accepted;
import org.esbmt.tenancy.api.AuthenticationOutcome.Reason;
import org.esbmt.tenancy.api.AuthenticationOutcome.Refused;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.CertificateProof;
import org.esbmt.tenancy.api.TenantCredential;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.testing.x509.TestCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses real hashes, a real database and the real polling interval; only the clock runs faster. */
class RealRegistryAuthenticatorTest {
    private static final String PASSWORD = "correct horse battery staple";
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();
    /** The longest that a test waits for a server of its own. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    Path etc;

    private final AtomicLong skipped = new AtomicLong();
    private RealRegistry registry;
    private Argon2PasswordHasher hasher;
    private SecretKey keyOfSources;
    private ProvenSources sources;
    private RegistryAuthenticator authenticator;
    private CreatedTenant acme;
    private TenantCredential good;

    @BeforeEach
    void start() throws Exception {
        registry = new RealRegistry();
        Pepper pepper = new PepperFile(etc.resolve("pepper"), registry.peppers()).load();
        hasher = new Argon2PasswordHasher(pepper);
        keyOfSources = pepper.keyOfSources();
        NewUser admin = new NewUser(new Login("admin"), verifier(PASSWORD));
        acme = registry.tenants()
                .createTenant(new NewTenant(new TenantName("acme"), "Acme", admin), new UserId(UUID.randomUUID()));
        good = credential(PASSWORD);
        begin();
        await().atMost(LIMIT).until(() -> ask(good) instanceof Accepted);
    }

    private void begin() {
        sources = new ProvenSources(etc.resolve("sources"), keyOfSources).open();
        authenticator = node(sources);
    }

    private RegistryAuthenticator node(ProvenSources proven) {
        AuthenticatorSettings settings = new AuthenticatorSettings(
                SECONDS.toNanos(60), SECONDS.toNanos(300), 100, SECONDS.toNanos(60), SECONDS.toNanos(1), 1, 100, 10);
        RegistryAuthenticator node = new RegistryAuthenticator(
                settings, registry.credentials(), hasher, proven, () -> System.nanoTime() + skipped.get());
        node.start();
        await().atMost(LIMIT).until(() -> node.counters().getRegistrySilenceMillis() >= 0);
        return node;
    }

    @AfterEach
    void stop() {
        end();
        registry.close();
    }

    private void end() {
        authenticator.stop();
        sources.close();
    }

    @Test
    void afterARestartASenderIsServedWithinSecondsWhileAThousandAddressesGuess() throws Exception {
        end();
        begin();
        AtomicBoolean over = new AtomicBoolean();
        Thread attack = new Thread(() -> {
            for (int i = 0; !over.get(); i++) {
                InetAddress attacker = address("198.18." + i % 4 + "." + (1 + i / 4 % 250));
                authenticator.authenticate(credential("guess " + i), attacker);
                if (i % 1_000 == 999) {
                    await().atMost(LIMIT)
                            .until(() -> over.get() || authenticator.counters().getWaiting() < 10);
                }
            }
        });
        attack.start();
        try {
            await().atMost(LIMIT).until(() -> authenticator.counters().getOverloaded() > 0);

            // a check that waits for ten seconds ends as overload
            assertThat(ask(good)).isInstanceOf(Accepted.class);
        } finally {
            over.set(true);
            attack.join();
        }
    }

    @Test
    void aChangedPasswordAndASuspendedTenantAreRefusedAfterTheNextReport() throws Exception {
        registry.tenants().setVerifier(tenant(), user(), 1, verifier("another password"));
        awaitReport(authenticator);
        assertThat(known(good)).isEmpty();
        assertThat(ask(good)).isEqualTo(Refused.because(Reason.NOT_AUTHENTICATED));

        TenantCredential changed = credential("another password");
        assertThat(ask(changed)).isInstanceOf(Accepted.class);
        registry.tenants().changeTenantState(tenant(), 1, TenantState.SUSPENDED);
        awaitReport(authenticator);
        assertThat(known(changed)).isEmpty();
        assertThat(ask(changed)).isEqualTo(Refused.because(Reason.TENANT_SUSPENDED));
    }

    @Test
    void aRevokedCertificateIsRefusedOnTwoNodesAfterTheNextReport() throws Exception {
        TestCertificate mill = TestCertificate.make();
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        registry.certificates()
                .register(new UserCertificate(
                        tenant(),
                        user(),
                        "mill",
                        EncodedCertificate.of(mill.der()),
                        mill.certificate().getNotBefore().toInstant(),
                        mill.certificate().getNotAfter().toInstant(),
                        user(),
                        now,
                        Optional.empty()));
        CertificateProof proof = new CertificateProof(tenant(), CertificateDigest.of(mill.der()));
        RegistryAuthenticator second = node(new ProvenSources(etc.resolve("sources of the second node"), keyOfSources));
        try {
            List<RegistryAuthenticator> nodes = List.of(authenticator, second);
            for (RegistryAuthenticator node : nodes) {
                // the report of the registration may come between, and a node then verifies the proof again
                await().atMost(LIMIT).untilAsserted(() -> {
                    assertThat(node.authenticate(proof, HERE)
                                    .toCompletableFuture()
                                    .get(15, SECONDS))
                            .isInstanceOf(Accepted.class);
                    assertThat(node.known(proof, HERE).flatMap(AuthenticatedCaller::certificate))
                            .contains(mill.certificate());
                });
            }

            registry.certificates().revoke(tenant(), proof.certificate(), now);

            for (RegistryAuthenticator node : nodes) {
                awaitReport(node);
                assertThat(node.known(proof, HERE)).isEmpty();
                assertThat(node.authenticate(proof, HERE).toCompletableFuture().get(15, SECONDS))
                        .isEqualTo(Refused.because(Reason.NOT_AUTHENTICATED));
            }
        } finally {
            second.stop();
        }
    }

    @Test
    void aTenantThatLeavesIsRefusedAfterTheNextReportAndServedAgainIfItStays() throws Exception {
        registry.tenants().changeTenantState(tenant(), 1, TenantState.OFFBOARDING);
        awaitReport(authenticator);
        assertThat(known(good)).isEmpty();
        assertThat(ask(good)).isEqualTo(Refused.because(Reason.TENANT_SUSPENDED));

        registry.tenants().changeTenantState(tenant(), 2, TenantState.ACTIVE);
        awaitReport(authenticator);
        assertThat(ask(good)).isInstanceOf(Accepted.class);
    }

    @Test
    void whileTheDatabaseIsDownKnownUsersAreAcceptedForAMinute() throws Exception {
        registry.limitCalls();
        registry.postgres().stop();
        await().atMost(LIMIT).until(() -> authenticator.counters().getRegistrySilenceMillis() > 2_000);

        assertThat(known(good)).isPresent();
        assertThat(reason(ask(credential("not verified before")))).isEqualTo(Reason.OVERLOADED);
        long silence = authenticator.counters().getRegistrySilenceMillis();
        skipped.addAndGet(SECONDS.toNanos(60) - MILLISECONDS.toNanos(silence));
        assertThat(known(good)).isEmpty();
        assertThat(reason(ask(good))).isEqualTo(Reason.OVERLOADED);

        registry.postgres().startAgain();
        await().atMost(LIMIT).until(() -> ask(good) instanceof Accepted);
    }

    /** Waits for the next answer of the registry, which the node asks for each second. */
    private static void awaitReport(RegistryAuthenticator node) {
        long begin = System.nanoTime();
        await().atMost(LIMIT).until(() -> {
            long waited = NANOSECONDS.toMillis(System.nanoTime() - begin);
            long silence = node.counters().getRegistrySilenceMillis();
            return silence >= 0 && silence < waited;
        });
    }

    private Optional<AuthenticatedCaller> known(TenantCredential credential) {
        return authenticator.known(credential, HERE);
    }

    private AuthenticationOutcome ask(TenantCredential credential) throws Exception {
        return begin(credential).get(15, SECONDS);
    }

    private CompletableFuture<AuthenticationOutcome> begin(TenantCredential credential) {
        return authenticator.authenticate(credential, HERE).toCompletableFuture();
    }

    private static InetAddress address(String literal) {
        try {
            return InetAddress.getByName(literal);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static Reason reason(AuthenticationOutcome outcome) {
        return outcome instanceof Refused refused ? refused.reason() : null;
    }

    private Verifier verifier(String password) {
        return new Verifier(hasher.verifier(password.toCharArray()));
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
}
