package org.esbmt.tenancy.authentication.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.NewTenant;
import org.esbmt.registry.api.NewUser;
import org.esbmt.registry.api.TenantName;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.Verifier;
import org.esbmt.registry.testing.InMemoryTenantRegistry;
import org.esbmt.tenancy.api.AuthenticatedCaller;
import org.esbmt.tenancy.api.AuthenticationOutcome;
import org.esbmt.tenancy.api.AuthenticationOutcome.Accepted;
import org.esbmt.tenancy.api.AuthenticationOutcome.Reason;
import org.esbmt.tenancy.api.AuthenticationOutcome.Refused;
import org.esbmt.tenancy.api.LoginCredential;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantCredential;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantPrincipal;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Senders who give their login in place of their identifier. */
class LoginAuthenticationTest {
    private static final UserId BY = new UserId(UUID.randomUUID());
    private static final String PASSWORD = "correct-horse-battery-staple";
    private static final AuthenticationOutcome NOT_AUTHENTICATED = Refused.because(Reason.NOT_AUTHENTICATED);
    private static final InetAddress CLIENT = InetAddress.getLoopbackAddress();

    private final AtomicLong nanos = new AtomicLong(System.nanoTime());
    private final InMemoryTenantRegistry registry = new InMemoryTenantRegistry();
    private final PlainHasher hasher = new PlainHasher();
    private final RegistryAuthenticator authenticator = new RegistryAuthenticator(
            new AuthenticatorSettings(
                    SECONDS.toNanos(60), SECONDS.toNanos(300), 1_000, SECONDS.toNanos(60), 50_000_000, 1, 100, 10),
            registry,
            hasher,
            new ProvenSources(Path.of("never-written"), Pepper.generate().keyOfSources()),
            nanos::get);

    private TenantId acme;
    private TenantId globex;
    private UserId clerk;

    @BeforeEach
    void start() throws Exception {
        acme = tenant("acme");
        globex = tenant("globex");
        clerk = user(acme, "clerk", PASSWORD);
        authenticator.start();
        await().until(() -> authenticator.counters().getRegistrySilenceMillis() >= 0);
    }

    @AfterEach
    void stop() {
        authenticator.stop();
    }

    @Test
    void aLoginFindsItsUserAndIsKnownFromThenOn() throws Exception {
        assertThat(known(acme, "clerk", PASSWORD)).isEmpty();

        AuthenticatedCaller caller = accepted(ask(acme, "clerk", PASSWORD));

        assertThat(caller.principal()).isEqualTo(new TenantPrincipal(acme, clerk));
        assertThat(known(acme, "clerk", PASSWORD)).containsSame(caller);
        assertThat(known(acme, "clerk", "wrong")).isEmpty();
        assertThat(known(globex, "clerk", PASSWORD)).isEmpty();
        assertThat(hasher.checks).hasValue(1);
        assertThat(authenticator.known(new TenantCredential(acme, clerk, PASSWORD.getBytes(UTF_8)), CLIENT))
                .as("under the identifier")
                .containsSame(caller);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nobody", "CLERK", "clerk ", "", "a/b", "\u0000", "'; --"})
    void anUnknownLoginCostsAHashLikeAWrongPassword(String login) throws Exception {
        assertThat(ask(acme, login, PASSWORD)).isEqualTo(NOT_AUTHENTICATED);
        assertThat(hasher.checks).hasValue(1);
        assertThat(ask(acme, "clerk", "wrong")).isEqualTo(NOT_AUTHENTICATED);
        assertThat(hasher.checks).hasValue(2);
    }

    @Test
    void anotherTenantsLoginIsRefused() throws Exception {
        user(globex, "gloria", PASSWORD);
        assertThat(ask(acme, "gloria", PASSWORD)).isEqualTo(NOT_AUTHENTICATED);
        assertThat(ask(new TenantId(UUID.randomUUID()), "clerk", PASSWORD)).isEqualTo(NOT_AUTHENTICATED);
        accepted(ask(globex, "gloria", PASSWORD));
    }

    @Test
    void guessesByLoginAndByIdentifierCountTogether() throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThat(ask(acme, "clerk", "guess-" + i)).isEqualTo(NOT_AUTHENTICATED);
            assertThat(askByIdentifier("guess-by-identifier-" + i)).isEqualTo(NOT_AUTHENTICATED);
        }
        int hashes = hasher.checks.get();
        assertThat(reason(ask(acme, "clerk", "guess"))).isEqualTo(Reason.RATE_LIMITED);
        assertThat(reason(askByIdentifier("guess"))).isEqualTo(Reason.RATE_LIMITED);
        assertThat(hasher.checks).hasValue(hashes);
    }

    /** Otherwise guesses would fill the lane of the tenant's proven senders, and be slower than those at unknown logins. */
    @Test
    void aGuessThatWaitsAsksTheRegistryNothing() throws Exception {
        for (int i = 0; i < 6; i++) {
            assertThat(ask(acme, "clerk", "guess-" + i)).isEqualTo(NOT_AUTHENTICATED);
        }
        registry.goAway();
        assertThat(reason(ask(acme, "clerk", "guess"))).isEqualTo(Reason.RATE_LIMITED);
    }

    @Test
    void guessesAtUnknownLoginsWaitLikeThoseAtUsers() throws Exception {
        for (int i = 0; i < 6; i++) {
            assertThat(ask(acme, "nobody", "guess-" + i)).isEqualTo(NOT_AUTHENTICATED);
        }
        int hashes = hasher.checks.get();
        assertThat(reason(ask(acme, "nobody", "guess"))).isEqualTo(Reason.RATE_LIMITED);
        assertThat(hasher.checks).hasValue(hashes);
    }

    @Test
    void aLockedUserIsRefusedSoon() throws Exception {
        accepted(ask(acme, "clerk", PASSWORD));
        registry.changeUserState(acme, clerk, 1, UserState.LOCKED);
        await().until(() -> known(acme, "clerk", PASSWORD).isEmpty());
        assertThat(ask(acme, "clerk", PASSWORD)).isEqualTo(NOT_AUTHENTICATED);
    }

    @Test
    void nothingOfACredentialIsShown() {
        assertThat(credential(acme, "clerk", PASSWORD).toString()).doesNotContain("clerk", PASSWORD);
    }

    private static LoginCredential credential(TenantId tenant, String login, String password) {
        return new LoginCredential(tenant, login, password.getBytes(UTF_8));
    }

    private Optional<AuthenticatedCaller> known(TenantId tenant, String login, String password) {
        return authenticator.known(credential(tenant, login, password), CLIENT);
    }

    private AuthenticationOutcome ask(TenantId tenant, String login, String password) throws Exception {
        return authenticator
                .authenticate(credential(tenant, login, password), CLIENT)
                .toCompletableFuture()
                .get(10, SECONDS);
    }

    private AuthenticationOutcome askByIdentifier(String password) throws Exception {
        return authenticator
                .authenticate(new TenantCredential(acme, clerk, password.getBytes(UTF_8)), CLIENT)
                .toCompletableFuture()
                .get(10, SECONDS);
    }

    private static Reason reason(AuthenticationOutcome outcome) {
        return outcome instanceof Refused refused ? refused.reason() : null;
    }

    private static AuthenticatedCaller accepted(AuthenticationOutcome outcome) {
        assertThat(outcome).isInstanceOf(Accepted.class);
        return ((Accepted) outcome).caller();
    }

    private TenantId tenant(String name) throws Exception {
        NewUser admin = new NewUser(new Login("admin"), new Verifier(hasher.verifier(PASSWORD.toCharArray())));
        return registry.createTenant(new NewTenant(new TenantName(name), name, admin), BY)
                .tenant()
                .value()
                .id();
    }

    private UserId user(TenantId tenant, String login, String password) throws Exception {
        NewUser user = new NewUser(new Login(login), new Verifier(hasher.verifier(password.toCharArray())));
        return registry.addUser(tenant, user, Set.of(Role.TENANT_USER), BY)
                .value()
                .id();
    }
}
