package org.esbmt.tenancy.authentication.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.EncodedCertificate;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewTenant;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.TenantName;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantState;
import org.esbmt.registry.api.UserCertificate;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.Verifier;
import org.esbmt.registry.testing.InMemoryTenantRegistry;
import org.esbmt.tenancy.api.AuthenticatedCaller;
import org.esbmt.tenancy.api.AuthenticationOutcome;
import org.esbmt.tenancy.api.AuthenticationOutcome.Accepted;
import org.esbmt.tenancy.api.AuthenticationOutcome.Reason;
import org.esbmt.tenancy.api.AuthenticationOutcome.Refused;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.CertificateProof;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantCredential;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantPrincipal;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.testing.x509.TestCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Senders with certificates, and attacks with those of others. */
class CertificateAuthenticationTest {
    private static final UserId BY = new UserId(UUID.randomUUID());
    private static final String PASSWORD = "correct-horse-battery-staple";
    private static final AuthenticationOutcome NOT_AUTHENTICATED = Refused.because(Reason.NOT_AUTHENTICATED);
    /** Of a documentation network (RFC 5737). */
    private static final InetAddress ATTACKER = address("192.0.2.1");

    private final AtomicLong nanos = new AtomicLong(System.nanoTime());
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-26T10:00:00Z"));
    private final InMemoryTenantRegistry registry = new InMemoryTenantRegistry();
    private final CountedRegistry reader = new CountedRegistry(registry);
    private final PlainHasher hasher = new PlainHasher();
    private final RegistryAuthenticator authenticator = node(reader);

    private TenantId acme;
    private TenantId globex;
    private UserId clerk;
    private UserId stranger;
    private TestCertificate mill;

    /** An authenticator of a node of its own. */
    private RegistryAuthenticator node(CredentialReader reads) {
        return new RegistryAuthenticator(
                new AuthenticatorSettings(
                        SECONDS.toNanos(60), SECONDS.toNanos(300), 1_000, SECONDS.toNanos(60), 50_000_000, 1, 100, 10),
                reads,
                hasher,
                new ProvenSources(Path.of("never-written"), Pepper.generate().keyOfSources()),
                nanos::get,
                now::get);
    }

    @BeforeEach
    void start() throws Exception {
        acme = tenant("acme");
        globex = tenant("globex");
        clerk = user(acme, "clerk");
        stranger = user(globex, "clerk");
        mill = TestCertificate.make();
        register(acme, clerk, mill);
        begin(authenticator);
    }

    private void begin(RegistryAuthenticator started) {
        started.start();
        await().until(() -> started.counters().getRegistrySilenceMillis() >= 0);
    }

    @AfterEach
    void stop() {
        authenticator.stop();
    }

    @Test
    void aCertificateFindsItsUserAndIsKnownFromThenOn() throws Exception {
        CertificateProof proof = proof(acme, mill);
        assertThat(known(proof)).isEmpty();

        AuthenticatedCaller caller = accepted(ask(proof));

        assertThat(caller.principal()).isEqualTo(new TenantPrincipal(acme, clerk));
        assertThat(caller.certificate()).contains(mill.certificate());
        assertThat(known(proof)).containsSame(caller);
        assertThat(known(proof(acme, mill))).containsSame(caller);
        assertThat(reader.certificates()).hasValue(1);
        assertThat(hasher.checks).hasValue(0);
    }

    @Test
    void aUserHasSeveralCertificatesAndAPassword() throws Exception {
        TestCertificate next = TestCertificate.make();
        register(acme, clerk, next);
        TenantCredential password = new TenantCredential(acme, clerk, PASSWORD.getBytes(UTF_8));

        AuthenticatedCaller withNext = accepted(ask(proof(acme, next)));
        AuthenticatedCaller withOld = accepted(ask(proof(acme, mill)));

        assertThat(withNext.certificate()).contains(next.certificate());
        assertThat(withOld.certificate()).contains(mill.certificate());
        assertThat(authenticator
                        .authenticate(password, ATTACKER)
                        .toCompletableFuture()
                        .get(10, SECONDS))
                .isInstanceOfSatisfying(
                        Accepted.class,
                        a -> assertThat(a.caller().certificate()).isEmpty());
    }

    @Test
    void everyCauseOfRefusalIsAnsweredAlikeAndCostsOneRead() throws Exception {
        TestCertificate ofLocked = registered(acme, user(acme, "locked"));
        lock(acme, ofLocked);
        UserId auditor = user(acme, "auditor");
        TestCertificate ofAuditor = registered(acme, auditor);
        registry.changeRoles(acme, auditor, 1, Set.of(Role.TENANT_AUDITOR), BY);
        UserId removed = user(acme, "removed");
        TestCertificate ofRemoved = registered(acme, removed);
        registry.changeUserState(acme, removed, 1, UserState.REVOKED);
        TestCertificate revoked = registered(acme, clerk);
        registry.certificates().revoke(acme, CertificateDigest.of(revoked.der()), now.get());
        TestCertificate expired =
                registered(acme, clerk, now.get().minusSeconds(60), now.get().minusSeconds(1));
        TestCertificate pending =
                registered(acme, clerk, now.get().plusSeconds(1), now.get().plusSeconds(60));
        TestCertificate theirs = registered(globex, stranger);

        reader.awaitReport();
        for (CertificateProof one : List.of(
                proof(acme, TestCertificate.make()),
                proof(acme, theirs),
                proof(globex, mill),
                proof(new TenantId(UUID.randomUUID()), mill),
                proof(TenantRegistry.SYSTEM, mill),
                proof(acme, ofLocked),
                proof(acme, ofAuditor),
                proof(acme, ofRemoved),
                proof(acme, revoked),
                proof(acme, expired),
                proof(acme, pending))) {
            int before = reader.certificates().get();
            assertThat(ask(one)).as("%s", one).isEqualTo(NOT_AUTHENTICATED);
            assertThat(reader.certificates()).as("%s", one).hasValue(before + 1);
            assertThat(known(one)).isEmpty();
        }
    }

    @Test
    void anotherUsersCertificateActsForThatUserAlone() throws Exception {
        UserId another = user(acme, "another");
        TestCertificate hers = registered(acme, another);

        assertThat(accepted(ask(proof(acme, hers))).principal().user()).isEqualTo(another);
        assertThat(accepted(ask(proof(acme, mill))).principal().user()).isEqualTo(clerk);
    }

    @Test
    void aRememberedCertificateIsOfItsTenantAlone() throws Exception {
        ask(proof(acme, mill));

        assertThat(known(proof(globex, mill))).isEmpty();
        assertThat(ask(proof(globex, mill))).isEqualTo(NOT_AUTHENTICATED);
    }

    @Test
    void aRememberedCertificateIsRefusedFromTheMomentAfterItsLast() throws Exception {
        TestCertificate brief = registered(acme, clerk, now.get(), now.get().plusSeconds(10));
        reader.awaitReport();
        CertificateProof proof = proof(acme, brief);
        accepted(ask(proof));

        now.updateAndGet(t -> t.plusSeconds(10));
        assertThat(known(proof)).isPresent();
        now.updateAndGet(t -> t.plusMillis(1));
        assertThat(known(proof)).isEmpty();
        assertThat(ask(proof)).isEqualTo(NOT_AUTHENTICATED);
    }

    @Test
    void aCertificateOfTheFutureIsAcceptedFromItsFirstMoment() throws Exception {
        TestCertificate next =
                registered(acme, clerk, now.get().plusSeconds(10), now.get().plusSeconds(20));
        assertThat(ask(proof(acme, next))).isEqualTo(NOT_AUTHENTICATED);

        now.updateAndGet(t -> t.plusSeconds(10));

        accepted(ask(proof(acme, next)));
    }

    @Test
    void aRevokedCertificateIsRefusedOnTwoNodesAfterTheNextReportAndTheOthersAreNot() throws Exception {
        CountedRegistry readerOfSecond = new CountedRegistry(registry);
        RegistryAuthenticator second = node(readerOfSecond);
        begin(second);
        try {
            TestCertificate next = registered(acme, clerk);
            CertificateProof old = proof(acme, mill);
            for (RegistryAuthenticator node : List.of(authenticator, second)) {
                accepted(ask(node, old));
                accepted(ask(node, proof(acme, next)));
            }

            registry.certificates().revoke(acme, old.certificate(), now.get());
            reader.awaitReport();
            readerOfSecond.awaitReport();

            for (RegistryAuthenticator node : List.of(authenticator, second)) {
                assertThat(node.known(old, ATTACKER)).isEmpty();
                assertThat(ask(node, old)).isEqualTo(NOT_AUTHENTICATED);
                accepted(ask(node, proof(acme, next)));
            }
        } finally {
            second.stop();
        }
    }

    @Test
    void aLockedUserAndASuspendedTenantAreRefusedAfterTheNextReport() throws Exception {
        UserId another = user(acme, "another");
        CertificateProof hers = proof(acme, registered(acme, another));
        CertificateProof his = proof(acme, mill);
        reader.awaitReport();
        accepted(ask(hers));
        accepted(ask(his));

        registry.changeUserState(acme, another, 1, UserState.LOCKED);
        reader.awaitReport();
        assertThat(known(hers)).isEmpty();
        assertThat(ask(hers)).isEqualTo(NOT_AUTHENTICATED);
        assertThat(known(his)).isPresent();

        registry.changeTenantState(acme, 1, TenantState.SUSPENDED);
        reader.awaitReport();
        assertThat(known(his)).isEmpty();
        assertThat(ask(his)).isEqualTo(Refused.because(Reason.TENANT_SUSPENDED));
        assertThat(ask(hers)).isEqualTo(NOT_AUTHENTICATED);
        assertThat(ask(proof(acme, TestCertificate.make()))).isEqualTo(NOT_AUTHENTICATED);
    }

    @Test
    void aNodeThatIsCutOffAcceptsKnownCertificatesForAMinute() throws Exception {
        CertificateProof proof = proof(acme, mill);
        accepted(ask(proof));
        registry.goAway();
        await().until(() -> ask(proof(acme, TestCertificate.make())) instanceof Refused refused
                && refused.reason() == Reason.OVERLOADED);
        assertThat(known(proof)).isPresent();

        nanos.addAndGet(SECONDS.toNanos(60));

        assertThat(known(proof)).isEmpty();
        assertThat(ask(proof)).isInstanceOfSatisfying(Refused.class, refused -> assertThat(refused.reason())
                .isEqualTo(Reason.OVERLOADED));
    }

    @Test
    void aCertificateInUseIsConfirmedBeforeAMessageHasToWait() throws Exception {
        CertificateProof proof = proof(acme, mill);
        accepted(ask(proof));
        for (int i = 0; i < 10; i++) {
            int before = reader.certificates().get();
            nanos.addAndGet(SECONDS.toNanos(50));
            awaitHeard();
            assertThat(known(proof)).isPresent();
            await().until(() -> reader.certificates().get() == before + 1);
        }
    }

    private void awaitHeard() {
        await().until(() -> authenticator.counters().getRegistrySilenceMillis() < 1_000);
    }

    @Test
    void guessesOfASourceWaitAndKeepNoKnownSenderOut() throws Exception {
        CertificateProof proof = proof(acme, mill);
        accepted(ask(proof));
        nanos.addAndGet(SECONDS.toNanos(200));
        awaitHeard();
        for (int i = 0; i < 25; i++) {
            ask(proof(acme, i));
        }
        int reads = reader.certificates().get();

        for (int i = 100; i < 200; i++) {
            assertThat(ask(proof(acme, i))).isInstanceOfSatisfying(Refused.class, r -> assertThat(r.reason())
                    .isEqualTo(Reason.RATE_LIMITED));
        }

        assertThat(reader.certificates()).as("none is read").hasValue(reads);
        assertThat(known(proof)).as("not fresh any more").isEmpty();
        accepted(ask(proof));
        assertThat(reason(authenticator
                        .authenticate(proof(acme, 1_000), address("192.0.2.77"))
                        .toCompletableFuture()
                        .get(10, SECONDS)))
                .as("another source")
                .isEqualTo(Reason.NOT_AUTHENTICATED);
        assertThat(reason(ask(proof(globex, 1_000)))).as("another tenant").isEqualTo(Reason.NOT_AUTHENTICATED);
        nanos.addAndGet(SECONDS.toNanos(200));
        awaitHeard();
        assertThat(reason(ask(proof(acme, 1_001)))).as("later").isEqualTo(Reason.NOT_AUTHENTICATED);
    }

    @Test
    void guessesAtUnknownTenantsWaitTogether() throws Exception {
        for (int i = 0; i < 25; i++) {
            ask(proof(new TenantId(UUID.randomUUID()), i));
        }
        int reads = reader.certificates().get();
        assertThat(reason(ask(proof(new TenantId(UUID.randomUUID()), 26)))).isEqualTo(Reason.RATE_LIMITED);
        assertThat(reader.certificates()).hasValue(reads);
    }

    @Test
    void guessesAtCertificatesDoNotDelayPasswords() throws Exception {
        for (int i = 0; i < 30; i++) {
            ask(proof(acme, i));
        }
        assertThat(authenticator
                        .authenticate(new TenantCredential(acme, clerk, PASSWORD.getBytes(UTF_8)), ATTACKER)
                        .toCompletableFuture()
                        .get(10, SECONDS))
                .isInstanceOf(Accepted.class);
    }

    @Test
    void aRegistrationIsInForceAtOnce() throws Exception {
        TestCertificate next = TestCertificate.make();
        assertThat(ask(proof(acme, next))).isEqualTo(NOT_AUTHENTICATED);
        register(acme, clerk, next);
        accepted(ask(proof(acme, next)));
    }

    private static Reason reason(AuthenticationOutcome outcome) {
        return outcome instanceof Refused refused ? refused.reason() : null;
    }

    private static AuthenticatedCaller accepted(AuthenticationOutcome outcome) {
        assertThat(outcome).isInstanceOf(Accepted.class);
        return ((Accepted) outcome).caller();
    }

    private Optional<AuthenticatedCaller> known(CertificateProof proof) {
        return authenticator.known(proof, ATTACKER);
    }

    private AuthenticationOutcome ask(CertificateProof proof) throws Exception {
        return ask(authenticator, proof);
    }

    private static AuthenticationOutcome ask(RegistryAuthenticator node, CertificateProof proof) throws Exception {
        return node.authenticate(proof, ATTACKER).toCompletableFuture().get(10, SECONDS);
    }

    private TenantId tenant(String name) throws Exception {
        NewUser admin = new NewUser(new Login("admin"), new Verifier(hasher.verifier(PASSWORD.toCharArray())));
        return registry.createTenant(new NewTenant(new TenantName(name), name, admin), BY)
                .tenant()
                .value()
                .id();
    }

    private UserId user(TenantId tenant, String login) throws Exception {
        NewUser user = new NewUser(new Login(login), new Verifier(hasher.verifier(PASSWORD.toCharArray())));
        return registry.addUser(tenant, user, Set.of(Role.TENANT_USER), BY)
                .value()
                .id();
    }

    private void lock(TenantId tenant, TestCertificate certificate) throws Exception {
        UserId owner = registry.certificates()
                .find(tenant, CertificateDigest.of(certificate.der()))
                .orElseThrow()
                .owner();
        registry.changeUserState(tenant, owner, 1, UserState.LOCKED);
    }

    private TestCertificate registered(TenantId tenant, UserId user) throws Exception {
        TestCertificate made = TestCertificate.make();
        register(tenant, user, made);
        return made;
    }

    private TestCertificate registered(TenantId tenant, UserId user, Instant from, Instant until) throws Exception {
        TestCertificate made = TestCertificate.make();
        register(tenant, user, made, from, until);
        return made;
    }

    private void register(TenantId tenant, UserId user, TestCertificate certificate) throws Exception {
        register(
                tenant,
                user,
                certificate,
                now.get().minus(Duration.ofDays(1)),
                now.get().plus(Duration.ofDays(300)));
    }

    private void register(TenantId tenant, UserId user, TestCertificate certificate, Instant from, Instant until)
            throws Exception {
        registry.certificates()
                .register(new UserCertificate(
                        tenant,
                        user,
                        "mill",
                        EncodedCertificate.of(certificate.der()),
                        from,
                        until,
                        BY,
                        now.get(),
                        Optional.empty()));
    }

    private static CertificateProof proof(TenantId tenant, TestCertificate certificate) {
        return new CertificateProof(tenant, CertificateDigest.of(certificate.der()));
    }

    /** A certificate that nobody registered. */
    private static CertificateProof proof(TenantId tenant, int guess) {
        return new CertificateProof(tenant, new CertificateDigest(guess, 0, 0, 0));
    }

    private static InetAddress address(String literal) {
        try {
            return InetAddress.getByName(literal);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
