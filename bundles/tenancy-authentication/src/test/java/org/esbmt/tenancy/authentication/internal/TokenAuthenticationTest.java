package org.esbmt.tenancy.authentication.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.nio.file.Path;
import java.security.Signature;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.esbmt.message.security.api.KeySet;
import org.esbmt.message.security.api.TenantKeys;
import org.esbmt.message.security.api.TokenIssuer;
import org.esbmt.registry.api.KeyName;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewTenant;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.TenantIssuer;
import org.esbmt.registry.api.TenantName;
import org.esbmt.registry.api.TenantState;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.UserSubject;
import org.esbmt.registry.api.Verifier;
import org.esbmt.registry.testing.InMemoryTenantRegistry;
import org.esbmt.tenancy.api.AssertionProof;
import org.esbmt.tenancy.api.AuthenticatedCaller;
import org.esbmt.tenancy.api.AuthenticationOutcome;
import org.esbmt.tenancy.api.AuthenticationOutcome.Accepted;
import org.esbmt.tenancy.api.AuthenticationOutcome.Reason;
import org.esbmt.tenancy.api.AuthenticationOutcome.Refused;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.SamlAssertion;
import org.esbmt.tenancy.api.SenderProof;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantPrincipal;
import org.esbmt.tenancy.api.TokenAlgorithm;
import org.esbmt.tenancy.api.TokenProof;
import org.esbmt.tenancy.api.TokenSubject;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenancy.authentication.internal.token.IssuerDouble;
import org.esbmt.testing.CapturedLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Senders with bearer tokens or assertions, and attacks with those of others. */
class TokenAuthenticationTest {
    private static final UserId BY = new UserId(UUID.randomUUID());
    private static final AuthenticationOutcome NOT_AUTHENTICATED = Refused.because(Reason.NOT_AUTHENTICATED);
    private static final InetAddress CLIENT = InetAddress.getLoopbackAddress();
    private static final String ISSUER = "https://login.example";

    private static IssuerDouble login;
    private static IssuerDouble other;

    private final AtomicLong nanos = new AtomicLong(System.nanoTime());
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-26T10:00:00Z"));
    private final InMemoryTenantRegistry registry = new InMemoryTenantRegistry();
    private final CountedRegistry reader = new CountedRegistry(registry);
    private final PlainHasher hasher = new PlainHasher();
    private final Issuers issuers = new Issuers();
    private final RegistryAuthenticator authenticator = new RegistryAuthenticator(
            new AuthenticatorSettings(
                    SECONDS.toNanos(60), SECONDS.toNanos(300), 1_000, SECONDS.toNanos(60), 50_000_000, 1, 100, 10),
            reader,
            hasher,
            new ProvenSources(Path.of("never-written"), Pepper.generate().keyOfSources()),
            nanos::get,
            now::get);

    private TenantId acme;
    private TenantId globex;
    private UserId clerk;

    /** The issuers of tenants; counts the reads, one of which comes before each signature operation. */
    private static final class Issuers implements TenantKeys {
        private final Map<TenantId, KeySet> sets = new ConcurrentHashMap<>();
        private final AtomicInteger reads = new AtomicInteger();

        void put(TenantId tenant, TokenIssuer... issuers) {
            sets.put(tenant, new KeySet(List.of(), List.of(), Map.of(), List.of(issuers), Instant::now));
        }

        @Override
        public Optional<KeySet> known(TenantId tenant) {
            return Optional.ofNullable(sets.get(tenant));
        }

        @Override
        public CompletionStage<KeySet> of(TenantId tenant) {
            reads.incrementAndGet();
            return CompletableFuture.completedStage(sets.getOrDefault(tenant, new KeySet(List.of(), Instant::now)));
        }
    }

    @BeforeAll
    static void makeKeys() throws Exception {
        login = new IssuerDouble(ISSUER);
        other = new IssuerDouble("https://other.example");
    }

    @BeforeEach
    void start() throws Exception {
        acme = tenant("acme");
        globex = tenant("globex");
        clerk = user(acme, "clerk");
        issuers.put(acme, login.registration());
        subject(acme, clerk, login, ISSUER, "alice");
        authenticator.tenantKeys = issuers;
        authenticator.start();
        await().until(() -> authenticator.counters().getRegistrySilenceMillis() >= 0);
    }

    @AfterEach
    void stop() {
        authenticator.stop();
    }

    private String token(String subject) throws Exception {
        return login.token(subject, now.get());
    }

    @Test
    void aTokenFindsItsUserAndIsKnownFromThenOn() throws Exception {
        TokenProof proof = new TokenProof(acme, token("alice"));
        assertThat(known(proof)).isEmpty();

        AuthenticatedCaller caller = accepted(ask(proof));

        assertThat(caller.principal()).isEqualTo(new TenantPrincipal(acme, clerk));
        for (int i = 0; i < 100; i++) {
            assertThat(known(new TokenProof(acme, proof.token()))).containsSame(caller);
            assertThat(accepted(ask(proof))).isSameAs(caller);
        }
        assertThat(issuers.reads).as("one signature").hasValue(1);
        assertThat(hasher.checks).hasValue(0);
    }

    @Test
    void aTokenIsVerifiedAgainAfterFiveMinutes() throws Exception {
        TokenProof proof = new TokenProof(acme, token("alice"));
        accepted(ask(proof));
        now.updateAndGet(t -> t.plusSeconds(301));
        assertThat(known(proof)).isEmpty();
        accepted(ask(proof));
        assertThat(issuers.reads).hasValue(2);
    }

    @Test
    void aTokenThatIsNotFreshIsConfirmedWithoutASignature() throws Exception {
        TokenProof proof = new TokenProof(acme, token("alice"));
        accepted(ask(proof));
        nanos.addAndGet(SECONDS.toNanos(61));
        await().until(() -> authenticator.counters().getRegistrySilenceMillis() < 1_000);
        assertThat(known(proof)).isEmpty();
        accepted(ask(proof));
        assertThat(known(proof)).isPresent();
        assertThat(issuers.reads).as("one signature").hasValue(1);
    }

    @Test
    void aRememberedTokenEnds() throws Exception {
        TokenProof proof = new TokenProof(
                acme,
                login.token(login.claims("alice", now.get())
                        .expirationTime(java.util.Date.from(now.get().plusSeconds(10)))
                        .build()));
        accepted(ask(proof));
        now.updateAndGet(t -> t.plusSeconds(70));
        assertThat(known(proof)).isPresent();
        now.updateAndGet(t -> t.plusSeconds(1));
        assertThat(known(proof)).isEmpty();
        assertThat(ask(proof)).isEqualTo(NOT_AUTHENTICATED);
    }

    @Test
    void everyCauseOfRefusalIsAnsweredAlike() throws Exception {
        UserId locked = user(acme, "locked");
        subject(acme, locked, login, ISSUER, "locked");
        registry.changeUserState(acme, locked, 1, UserState.LOCKED);
        UserId auditor = user(acme, "auditor");
        subject(acme, auditor, login, ISSUER, "auditor");
        registry.changeRoles(acme, auditor, 1, Set.of(Role.TENANT_AUDITOR), BY);
        for (TokenProof one : List.of(
                new TokenProof(acme, token("nobody")),
                new TokenProof(acme, token("locked")),
                new TokenProof(acme, token("auditor")),
                new TokenProof(acme, other.token("alice", now.get())),
                new TokenProof(acme, "x".repeat(10_000)),
                new TokenProof(acme, "a.b.c"),
                new TokenProof(acme, token("alice") + "A"),
                new TokenProof(acme, token("alice").substring(0, token("alice").lastIndexOf('.') + 1)),
                new TokenProof(globex, token("alice")),
                new TokenProof(new TenantId(UUID.randomUUID()), token("alice")))) {
            assertThat(ask(one)).as("%s", one).isEqualTo(NOT_AUTHENTICATED);
            assertThat(known(one)).isEmpty();
        }
    }

    @Test
    void anIssuerOfAnotherTenantProvesNobody() throws Exception {
        issuers.put(globex, other.registration());
        subject(globex, user(globex, "alice"), other, "https://other.example", "alice");
        String theirs = other.token("alice", now.get());
        accepted(ask(new TokenProof(globex, theirs)));

        assertThat(ask(new TokenProof(acme, theirs))).isEqualTo(NOT_AUTHENTICATED);
        assertThat(known(new TokenProof(acme, theirs))).isEmpty();
        assertThat(ask(new TokenProof(globex, token("alice")))).isEqualTo(NOT_AUTHENTICATED);
    }

    @Test
    void theSameIssuerAtAnotherTenantHasOtherSubjects() throws Exception {
        issuers.put(globex, login.registration());
        assertThat(ask(new TokenProof(globex, token("alice")))).isEqualTo(NOT_AUTHENTICATED);
        UserId hers = user(globex, "hers");
        subject(globex, hers, login, ISSUER, "alice");
        assertThat(accepted(ask(new TokenProof(globex, token("alice")))).principal())
                .isEqualTo(new TenantPrincipal(globex, hers));
        assertThat(accepted(ask(new TokenProof(acme, token("alice")))).principal())
                .isEqualTo(new TenantPrincipal(acme, clerk));
    }

    @Test
    void aKeyThatTheIssuerHasNoMoreProvesNobodyAtOnce() throws Exception {
        TokenProof proof = new TokenProof(acme, token("alice"));
        accepted(ask(proof));
        issuers.put(acme, new IssuerDouble(ISSUER).registration());
        assertThat(known(proof)).isEmpty();
        assertThat(ask(proof)).isEqualTo(NOT_AUTHENTICATED);
        issuers.put(acme);
        assertThat(ask(proof)).isEqualTo(NOT_AUTHENTICATED);
    }

    @Test
    void aRemovedSubjectAndASuspendedTenantAreRefusedAfterTheNextReport() throws Exception {
        UserId bob = user(acme, "bob");
        subject(acme, bob, login, ISSUER, "bob");
        TokenProof his = new TokenProof(acme, token("bob"));
        TokenProof hers = new TokenProof(acme, token("alice"));
        reader.awaitReport();
        accepted(ask(his));
        accepted(ask(hers));

        registry.issuers().remove(acme, bob, new TokenSubject(ISSUER, "bob"));
        reader.awaitReport();
        assertThat(known(his)).isEmpty();
        assertThat(ask(his)).isEqualTo(NOT_AUTHENTICATED);
        assertThat(known(hers)).isPresent();

        registry.changeTenantState(acme, 1, TenantState.SUSPENDED);
        reader.awaitReport();
        assertThat(known(hers)).isEmpty();
        assertThat(ask(hers)).isEqualTo(Refused.because(Reason.TENANT_SUSPENDED));
        assertThat(ask(new TokenProof(acme, other.token("alice", now.get())))).isEqualTo(NOT_AUTHENTICATED);
    }

    @Test
    void guessesWaitAndKeepNoKnownSenderOut() throws Exception {
        TokenProof proof = new TokenProof(acme, token("alice"));
        accepted(ask(proof));
        for (int i = 0; i < 25; i++) {
            ask(new TokenProof(acme, token("nobody-" + i)));
        }
        int before = issuers.reads.get();

        assertThat(((Refused) ask(new TokenProof(acme, token("nobody-100")))).reason())
                .isEqualTo(Reason.RATE_LIMITED);

        assertThat(issuers.reads).as("no signature").hasValue(before);
        assertThat(known(proof)).isPresent();
        now.updateAndGet(t -> t.plusSeconds(301));
        accepted(ask(proof));
    }

    // ---- assertions

    private AssertionProof assertion(TenantId tenant, IssuerDouble by, String subject) throws Exception {
        byte[] signed = ("<ds:SignedInfo>" + subject).getBytes(UTF_8);
        Signature operation = Signature.getInstance("SHA256withRSA");
        operation.initSign(by.rsa().getPrivate());
        operation.update(signed);
        return new AssertionProof(
                tenant,
                new SamlAssertion(
                        new TokenSubject(ISSUER, subject),
                        List.of(Set.of(IssuerDouble.AUDIENCE)),
                        now.get(),
                        now.get().plusSeconds(3600),
                        Optional.empty(),
                        Optional.empty(),
                        new SamlAssertion.Signature(TokenAlgorithm.RS256, signed, operation.sign(), Optional.empty())));
    }

    @Test
    void anAssertionFindsItsUserAndIsKnownFromThenOn() throws Exception {
        AssertionProof proof = assertion(acme, login, "alice");
        assertThat(known(proof)).isEmpty();
        AuthenticatedCaller caller = accepted(ask(proof));
        assertThat(caller.principal()).isEqualTo(new TenantPrincipal(acme, clerk));
        assertThat(caller.certificate()).isEmpty();
        for (int i = 0; i < 100; i++) {
            assertThat(known(assertion(acme, login, "alice"))).containsSame(caller);
        }
        assertThat(issuers.reads).as("one signature").hasValue(1);
        now.updateAndGet(t -> t.plusSeconds(301));
        assertThat(known(proof)).isEmpty();
        accepted(ask(proof));
        assertThat(issuers.reads).hasValue(2);
    }

    @Test
    void assertionsOfOthersAreRefusedAlike() throws Exception {
        issuers.put(globex, other.registration());
        subject(globex, user(globex, "alice"), other, "https://other.example", "alice");
        accepted(ask(assertion(acme, login, "alice")));
        for (AssertionProof one : List.of(
                assertion(acme, other, "alice"),
                assertion(acme, login, "nobody"),
                assertion(globex, login, "alice"),
                assertion(new TenantId(UUID.randomUUID()), login, "alice"))) {
            assertThat(ask(one)).isEqualTo(NOT_AUTHENTICATED);
            assertThat(known(one)).isEmpty();
        }
    }

    @Test
    void theSignatureOfARememberedAssertionProvesNoOtherContent() throws Exception {
        AssertionProof proof = assertion(acme, login, "alice");
        accepted(ask(proof));
        SamlAssertion good = proof.assertion();
        AssertionProof changed = new AssertionProof(
                acme,
                new SamlAssertion(
                        good.subject(),
                        good.audiences(),
                        good.notBefore(),
                        good.notOnOrAfter(),
                        good.recipient(),
                        Optional.of(new byte[] {1}),
                        new SamlAssertion.Signature(
                                TokenAlgorithm.RS256,
                                "<ds:SignedInfo>changed".getBytes(UTF_8),
                                good.signature().value(),
                                Optional.empty())));
        assertThat(known(changed)).isEmpty();
        assertThat(ask(changed)).isEqualTo(NOT_AUTHENTICATED);
    }

    @Test
    void theIssuerOfARememberedAssertionIsComparedAtEachUse() throws Exception {
        AssertionProof proof = assertion(acme, login, "alice");
        accepted(ask(proof));
        issuers.put(acme, new IssuerDouble(ISSUER).registration());
        assertThat(known(proof)).isEmpty();
        assertThat(ask(proof)).isEqualTo(NOT_AUTHENTICATED);
    }

    @Test
    void theSubjectOfAnAssertionIsRemovedAfterTheNextReport() throws Exception {
        UserId bob = user(acme, "bob");
        subject(acme, bob, login, ISSUER, "bob");
        AssertionProof his = assertion(acme, login, "bob");
        accepted(ask(his));
        registry.issuers().remove(acme, bob, new TokenSubject(ISSUER, "bob"));
        reader.awaitReport();
        assertThat(known(his)).isEmpty();
        assertThat(ask(his)).isEqualTo(NOT_AUTHENTICATED);
    }

    @Test
    void nothingIsAcceptedWithoutTheIssuers() throws Exception {
        authenticator.tenantKeys = null;
        assertThat(((Refused) ask(new TokenProof(acme, token("alice")))).reason())
                .isEqualTo(Reason.OVERLOADED);
    }

    @Test
    void noTokenIsShown() throws Exception {
        TokenProof proof = new TokenProof(acme, token("alice"));
        assertThat(proof.toString()).doesNotContain(proof.token());
        try (CapturedLog log = new CapturedLog()) {
            ask(new TokenProof(acme, token("nobody")));
            ask(proof);
            String signature = proof.token().substring(proof.token().lastIndexOf('.'));
            assertThat(log.linesWith(signature)).isEmpty();
        }
    }

    private Optional<AuthenticatedCaller> known(SenderProof proof) {
        return authenticator.known(proof, CLIENT);
    }

    private AuthenticationOutcome ask(SenderProof proof) throws Exception {
        return authenticator.authenticate(proof, CLIENT).toCompletableFuture().get(10, SECONDS);
    }

    private static AuthenticatedCaller accepted(AuthenticationOutcome outcome) {
        assertThat(outcome).isInstanceOf(Accepted.class);
        return ((Accepted) outcome).caller();
    }

    private TenantId tenant(String name) throws Exception {
        NewUser admin = new NewUser(new Login("admin"), new Verifier(hasher.verifier("a-password".toCharArray())));
        return registry.createTenant(new NewTenant(new TenantName(name), name, admin), BY)
                .tenant()
                .value()
                .id();
    }

    private UserId user(TenantId tenant, String name) throws Exception {
        NewUser user = new NewUser(new Login(name), new Verifier(hasher.verifier("a-password".toCharArray())));
        return registry.addUser(tenant, user, Set.of(Role.TENANT_USER), BY)
                .value()
                .id();
    }

    private void subject(TenantId tenant, UserId user, IssuerDouble of, String issuer, String subject)
            throws Exception {
        if (registry.issuers().issuers(tenant).isEmpty()) {
            TokenIssuer registration = of.registration();
            registry.issuers()
                    .add(new TenantIssuer(
                            tenant,
                            new KeyName("login"),
                            issuer,
                            registration.audience(),
                            registration.algorithms(),
                            "{}",
                            now.get()));
        }
        registry.issuers().add(new UserSubject(tenant, user, new TokenSubject(issuer, subject), BY, now.get()));
    }
}
