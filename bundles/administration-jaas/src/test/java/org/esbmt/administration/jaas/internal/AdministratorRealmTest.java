package org.esbmt.administration.jaas.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.Principal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.security.auth.Subject;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.auth.callback.UnsupportedCallbackException;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.Configuration;
import javax.security.auth.login.FailedLoginException;
import javax.security.auth.login.LoginContext;
import javax.security.auth.login.LoginException;
import org.apache.karaf.jaas.boot.ProxyLoginModule;
import org.apache.karaf.jaas.boot.principal.ClientPrincipal;
import org.apache.karaf.jaas.boot.principal.RolePrincipal;
import org.apache.karaf.jaas.boot.principal.UserPrincipal;
import org.esbmt.administration.api.AdministratorLogin;
import org.esbmt.administration.api.AdministratorLogin.LoggedIn;
import org.esbmt.administration.api.AdministratorLogin.Standing;
import org.esbmt.administration.api.OperatorLogin.Admitted;
import org.esbmt.administration.api.OperatorLogin.Origin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

/**
 * The tests use the real {@link LoginContext} and Karaf's real proxy; only the framework around the bundle is a double.
 */
class AdministratorRealmTest {
    private static final long BUNDLE = 42;
    private static final BundleContext CONTEXT = bundleContext();

    private final OnlyAdmin service = new OnlyAdmin();
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000); // nanoTime may overflow at any moment
    private final AdministratorRealm realm = new AdministratorRealm(CONTEXT, nanos::get);

    @AfterEach
    void close() {
        realm.close();
    }

    @BeforeAll
    static void startProxy() {
        ProxyLoginModule.init(CONTEXT);
    }

    @AfterAll
    static void stopProxy() {
        ProxyLoginModule.init(null);
    }

    @Test
    void anAdministratorGetsAUserAndTheRolesThatKarafAsksFor() throws LoginException {
        realm.bindLogins(service);

        Subject subject = login("admin", "right").getSubject();

        assertThat(subject.getPrincipals(UserPrincipal.class))
                .extracting(Principal::getName)
                .containsExactly("admin");
        assertThat(subject.getPrincipals(RolePrincipal.class))
                .extracting(Principal::getName)
                .containsExactlyInAnyOrder("admin", "manager", "viewer", "systembundles", "ssh");
    }

    @Test
    void logoutRemovesAllPrincipals() throws LoginException {
        realm.bindLogins(service);
        LoginContext context = login("admin", "right");

        context.logout();

        assertThat(context.getSubject().getPrincipals()).isEmpty();
    }

    @Test
    void aWrongPasswordIsRefusedAndLeavesNoPrincipal() {
        realm.bindLogins(service);
        Subject subject = new Subject();

        assertThatThrownBy(() -> context(subject, passwordOf("admin", "wrong")).login())
                .isInstanceOf(FailedLoginException.class)
                .hasMessage("login refused");
        assertThat(subject.getPrincipals()).isEmpty();
    }

    @Test
    void withoutAdministrationEverybodyIsRefused() {
        assertThatThrownBy(() -> login("admin", "right")).isInstanceOf(FailedLoginException.class);

        realm.bindLogins(service);
        realm.unbindLogins(service);
        assertThatThrownBy(() -> login("admin", "right"))
                .isInstanceOf(FailedLoginException.class)
                .hasMessage("login refused");
    }

    @Test
    void aLaterServiceIsUsed() throws LoginException {
        assertThatThrownBy(() -> login("admin", "right")).isInstanceOf(FailedLoginException.class);

        realm.bindLogins(service);

        assertThat(login("admin", "right").getSubject().getPrincipals()).isNotEmpty();
    }

    @Test
    void aKeyInPlaceOfAPasswordIsRefused() {
        realm.bindLogins(service);
        CallbackHandler withKey = callbacks -> {
            for (Callback callback : callbacks) {
                if (callback instanceof NameCallback name) {
                    name.setName("admin");
                } else {
                    throw new UnsupportedCallbackException(callback);
                }
            }
        };

        assertThatThrownBy(() -> context(new Subject(), withKey).login()).isInstanceOf(FailedLoginException.class);
        assertThat(service.asked).isEmpty();
    }

    @Test
    void noNameOrNoPasswordIsRefusedWithoutAsking() {
        realm.bindLogins(service);

        assertThatThrownBy(() -> context(new Subject(), callbacks -> {}).login())
                .isInstanceOf(FailedLoginException.class);
        assertThatThrownBy(() -> context(new Subject(), callbacks -> {
                            throw new IOException("connection lost");
                        })
                        .login())
                .isInstanceOf(FailedLoginException.class)
                .hasMessage("login refused");
        assertThat(service.asked).isEmpty();
    }

    @Test
    void thePasswordIsClearedAfterwards() throws LoginException {
        realm.bindLogins(service);

        login("admin", "right");

        assertThat(service.asked).hasSize(1);
        assertThat(service.asked.get(0)).containsOnly('\0');
    }

    @Test
    void theOriginOfALoginIsKarafsAddressWithoutThePort() throws Exception {
        realm.bindLogins(service);
        InetAddress other = InetAddress.getByName("2001:db8::7");

        login(client("ssh", new InetSocketAddress("192.0.2.7", 50022).toString()));
        login(client("ssh", new InetSocketAddress(other, 50022).toString()));
        login(client(
                "ssh", new InetSocketAddress(InetAddress.getByAddress("there", other.getAddress()), 50022).toString()));
        login(client("jmx", "192.0.2.7"));
        login(client("jmx", other.getHostAddress()));
        login(new Subject());

        assertThat(service.from)
                .containsExactly(
                        new Origin("container ssh", "192.0.2.7"),
                        new Origin("container ssh", "2001:db8:0:0:0:0:0:7"),
                        new Origin("container ssh", "2001:db8:0:0:0:0:0:7"),
                        new Origin("container jmx", "192.0.2.7"),
                        new Origin("container jmx", "2001:db8:0:0:0:0:0:7"),
                        new Origin("container", ""));
        assertThat(service.mayWait)
                .as("the threads of SSH are few")
                .containsExactly(false, false, false, true, true, true);
    }

    @Test
    void openSessionsOfAFormerAdministratorLoseTheirRoles() throws LoginException {
        realm.bindLogins(service);
        Subject ssh = login("admin", "right").getSubject();
        Subject jmx = login("admin", "right").getSubject();
        service.standing = Standing.IN;
        realm.sessions().queryRegistry();
        assertThat(List.of(ssh, jmx)).allMatch(AdministratorRealmTest::mayDoAnything);

        service.standing = Standing.OUT;
        realm.sessions().queryRegistry();

        assertThat(List.of(ssh, jmx)).noneMatch(AdministratorRealmTest::mayDoAnything);
        assertThat(ssh.getPrincipals(UserPrincipal.class))
                .as("the user, for the log")
                .hasSize(1);
        service.standing = Standing.IN;
        realm.sessions().queryRegistry();
        assertThat(List.of(ssh, jmx)).as("until they log in again").noneMatch(AdministratorRealmTest::mayDoAnything);
        assertThat(login("admin", "right").getSubject()).matches(AdministratorRealmTest::mayDoAnything);
    }

    @Test
    void anOpenSessionEndsAMinuteAfterTheLastAnswerOfTheRegistry() throws LoginException {
        realm.bindLogins(service);
        Subject subject = login("admin", "right").getSubject();
        service.standing = Standing.IN;
        nanos.addAndGet(Duration.ofHours(1).toNanos());
        realm.sessions().queryRegistry();

        service.standing = Standing.UNKNOWN;
        after(Duration.ofSeconds(60).minusNanos(1));
        assertThat(subject).matches(AdministratorRealmTest::mayDoAnything);
        after(Duration.ofNanos(1));

        assertThat(subject.getPrincipals(RolePrincipal.class)).isEmpty();
    }

    @Test
    void aSessionOfARememberedLoginEndsAMinuteAfterTheLastAnswerOfTheRegistry() throws LoginException {
        realm.bindLogins(service);
        service.unseen = Duration.ofSeconds(50);
        Subject subject = login("admin", "right").getSubject();

        after(Duration.ofSeconds(10).minusNanos(1));
        assertThat(subject).matches(AdministratorRealmTest::mayDoAnything);
        after(Duration.ofNanos(1));

        assertThat(subject.getPrincipals(RolePrincipal.class)).isEmpty();
    }

    @Test
    void aSessionOutlivesTheAdministrationByAMinuteAtTheMost() throws LoginException {
        realm.bindLogins(service);
        Subject subject = login("admin", "right").getSubject();
        service.standing = Standing.IN;
        realm.unbindLogins(service);

        after(Duration.ofSeconds(60));

        assertThat(subject.getPrincipals(RolePrincipal.class)).isEmpty();
    }

    @Test
    void aSlowAnswerIsAsOldAsItsQuery() throws LoginException {
        realm.bindLogins(service);
        Subject subject = login("admin", "right").getSubject();
        service.standing = Standing.IN;
        service.whileAsked = () -> nanos.addAndGet(Duration.ofSeconds(59).toNanos());
        realm.sessions().queryRegistry();
        service.standing = Standing.UNKNOWN;
        service.whileAsked = () -> {};

        after(Duration.ofSeconds(1));

        assertThat(subject.getPrincipals(RolePrincipal.class)).isEmpty();
    }

    @Test
    void theRealmChecksSessionsThoughAQueryNeverReturns() throws LoginException {
        CountDownLatch never = new CountDownLatch(1);
        AdministratorRealm looking = new AdministratorRealm(CONTEXT, nanos::get);
        try {
            looking.bindLogins(service);
            service.whileAsked = () -> {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            };
            Subject subject = new Subject();
            context(looking, subject, passwordOf("admin", "right")).login();
            looking.sessions().start();
            await().until(() -> service.asking.get() > 0);

            nanos.addAndGet(Duration.ofSeconds(60).toNanos());

            await().until(() -> subject.getPrincipals(RolePrincipal.class).isEmpty());
        } finally {
            never.countDown();
            looking.close();
        }
    }

    @Test
    void aSessionWithoutChecksLosesItsRoles() throws LoginException {
        realm.bindLogins(service);
        Subject subject = login("admin", "right").getSubject();
        AdministratorLoginModule late = new AdministratorLoginModule();
        Subject tooLate = new Subject();
        late.initialize(tooLate, passwordOf("admin", "right"), Map.of(), realm.getEntries()[0].getOptions());
        assertThat(late.login()).isTrue();

        realm.close();

        assertThat(subject.getPrincipals(RolePrincipal.class)).isEmpty();
        assertThatThrownBy(late::commit).isInstanceOf(FailedLoginException.class);
        assertThat(tooLate.getPrincipals()).isEmpty();
    }

    @Test
    void aFailedCheckDoesNotEndTheChecksOfSessions() throws LoginException {
        AdministratorRealm looking = new AdministratorRealm(CONTEXT, nanos::get);
        try {
            looking.bindLogins(service);
            service.whileAsked = () -> {
                if (service.asking.get() == 1) {
                    throw new NoClassDefFoundError("of a bundle that is being replaced");
                }
            };
            Subject subject = new Subject();
            context(looking, subject, passwordOf("admin", "right")).login();
            service.standing = Standing.OUT;

            looking.sessions().start();

            await().until(() -> subject.getPrincipals(RolePrincipal.class).isEmpty());
        } finally {
            looking.close();
        }
    }

    private void after(Duration time) {
        nanos.addAndGet(time.toNanos());
        realm.sessions().queryRegistry();
        realm.sessions().endUnconfirmed();
    }

    private static boolean mayDoAnything(Subject subject) {
        return subject.getPrincipals(RolePrincipal.class).size() == AdministratorLoginModule.ROLES.size();
    }

    private static Subject client(String way, String address) {
        Subject subject = new Subject();
        subject.getPrincipals().add(new ClientPrincipal(way, address));
        return subject;
    }

    private void login(Subject subject) throws LoginException {
        context(subject, passwordOf("admin", "right")).login();
    }

    @Test
    void itOutranksKarafsRealmUnderTheSameName() {
        assertThat(realm.getName()).isEqualTo("karaf");
        assertThat(realm.getRank()).isPositive();
        assertThat(realm.getEntries())
                .hasSize(1)
                .allMatch(e -> e.getControlFlag() == AppConfigurationEntry.LoginModuleControlFlag.REQUIRED);
    }

    @Test
    void amoduleWithoutItsOptionRefuses() throws LoginException {
        AdministratorLoginModule module = new AdministratorLoginModule();
        module.initialize(new Subject(), passwordOf("admin", "right"), Map.of(), Map.of());

        assertThatThrownBy(module::login).isInstanceOf(FailedLoginException.class);
        assertThat(module.commit()).isFalse();
    }

    private LoginContext login(String name, String password) throws LoginException {
        LoginContext context = context(new Subject(), passwordOf(name, password));
        context.login();
        return context;
    }

    private LoginContext context(Subject subject, CallbackHandler handler) throws LoginException {
        return context(realm, subject, handler);
    }

    private static LoginContext context(AdministratorRealm of, Subject subject, CallbackHandler handler)
            throws LoginException {
        return new LoginContext(AdministratorRealm.NAME, subject, handler, new Configuration() {
            @Override
            public AppConfigurationEntry[] getAppConfigurationEntry(String name) {
                return of.getEntries();
            }
        });
    }

    private static CallbackHandler passwordOf(String name, String password) {
        return callbacks -> {
            for (Callback callback : callbacks) {
                if (callback instanceof NameCallback n) {
                    n.setName(name);
                } else if (callback instanceof PasswordCallback p) {
                    p.setPassword(password.toCharArray());
                } else {
                    throw new UnsupportedCallbackException(callback);
                }
            }
        };
    }

    private static BundleContext bundleContext() {
        ClassLoader loader = AdministratorRealmTest.class.getClassLoader();
        Bundle bundle = (Bundle) Proxy.newProxyInstance(
                loader, new Class<?>[] {Bundle.class}, (proxy, method, args) -> switch (method.getName()) {
                    case "getBundleId" -> BUNDLE;
                    case "loadClass" -> loader.loadClass((String) args[0]);
                    default -> throw new UnsupportedOperationException(method.getName());
                });
        return (BundleContext) Proxy.newProxyInstance(
                loader, new Class<?>[] {BundleContext.class}, (proxy, method, args) -> switch (method.getName()) {
                    case "getBundle" -> args == null || args[0].equals(BUNDLE) ? bundle : null;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private static final class OnlyAdmin implements AdministratorLogin {
        final List<char[]> asked = new ArrayList<>();
        final List<Origin> from = new ArrayList<>();
        final List<Boolean> mayWait = new ArrayList<>();
        final AtomicInteger asking = new AtomicInteger();
        volatile Standing standing = Standing.UNKNOWN;
        volatile Runnable whileAsked = () -> {};
        Duration unseen = Duration.ZERO;

        @Override
        public Standing standing(Admitted who) {
            assertThat(who).isEqualTo(new Admitted("admin", 7));
            asking.incrementAndGet();
            whileAsked.run();
            return standing;
        }

        @Override
        public Optional<LoggedIn> login(Origin origin, boolean waits, String login, char[] password) {
            asked.add(password);
            from.add(origin);
            mayWait.add(waits);
            return login.equals("admin") && new String(password).equals("right")
                    ? Optional.of(new LoggedIn(new Admitted(login, 7), unseen))
                    : Optional.empty();
        }
    }
}
