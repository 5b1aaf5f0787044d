package org.esbmt.administration.jaas.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import org.esbmt.administration.api.OperatorLogin.Origin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

/** Through the real {@link LoginContext} and Karaf's real proxy; only the framework around the bundle is made up. */
class AdministratorRealmTest {
    private static final long BUNDLE = 42;
    private static final BundleContext CONTEXT = bundleContext();

    private final OnlyAdmin service = new OnlyAdmin();
    private final AdministratorRealm realm = new AdministratorRealm(CONTEXT);

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
    void logoutTakesEverythingBack() throws LoginException {
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
    void aServiceThatComesLaterIsUsed() throws LoginException {
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
    void whereALoginComesFromIsWhatKarafSaysWithoutThePort() throws Exception {
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
    void amoduleWithoutItsOptionRefuses() {
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
        return new LoginContext(AdministratorRealm.NAME, subject, handler, new Configuration() {
            @Override
            public AppConfigurationEntry[] getAppConfigurationEntry(String name) {
                return realm.getEntries();
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

        @Override
        public Optional<String> login(Origin origin, boolean waits, String login, char[] password) {
            asked.add(password);
            from.add(origin);
            mayWait.add(waits);
            return login.equals("admin") && new String(password).equals("right")
                    ? Optional.of(login)
                    : Optional.empty();
        }
    }
}
