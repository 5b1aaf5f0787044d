package org.esbmt.administration.jaas.internal;

import java.io.IOException;
import java.security.Principal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.security.auth.Subject;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.auth.callback.UnsupportedCallbackException;
import javax.security.auth.login.FailedLoginException;
import javax.security.auth.login.LoginException;
import javax.security.auth.spi.LoginModule;
import org.apache.karaf.jaas.boot.principal.RolePrincipal;
import org.apache.karaf.jaas.boot.principal.UserPrincipal;
import org.esbmt.administration.api.AdministratorLogin;
import org.esbmt.administration.api.AdministratorLogin.LoggedIn;

/**
 * Logs administrators in by password only; a client with a key is refused. The container makes a new module for each
 * login. The client cannot distinguish the causes of a refusal.
 */
public final class AdministratorLoginModule implements LoginModule {
    /** The option that holds a {@code Supplier<Optional<AdministratorLogin>>}. */
    static final String LOGINS = AdministratorLogin.class.getName();

    /** The option that holds the {@link OpenSessions}. */
    static final String SESSIONS = OpenSessions.class.getName();

    /** The roles that Karaf requires for SSH, and for reading and changing everything over JMX and in the shell. */
    static final Set<String> ROLES = Set.of("admin", "manager", "viewer", "systembundles", "ssh");

    private static final String REFUSED = "login refused";

    private Subject subject;
    private CallbackHandler callbacks;
    private Supplier<?> logins = Optional::empty;
    private Optional<OpenSessions> sessions = Optional.empty();
    private Optional<LoggedIn> login = Optional.empty();
    private List<Principal> principals = List.of();

    @Override
    public void initialize(
            Subject loggingIn, CallbackHandler handler, Map<String, ?> sharedState, Map<String, ?> options) {
        subject = loggingIn;
        callbacks = handler;
        if (options.get(LOGINS) instanceof Supplier<?> given) {
            logins = given;
        }
        if (options.get(SESSIONS) instanceof OpenSessions given) {
            sessions = Optional.of(given);
        }
    }

    @Override
    public boolean login() throws LoginException {
        login = Optional.empty();
        NameCallback name = new NameCallback("Administrator: ");
        PasswordCallback password = new PasswordCallback("Password: ", false);
        try {
            callbacks.handle(new Callback[] {name, password});
            login = check(name.getName(), password.getPassword());
        } catch (IOException | UnsupportedCallbackException e) {
            throw refused();
        } finally {
            password.clearPassword();
        }
        if (login.isEmpty()) {
            throw refused();
        }
        return true;
    }

    private Optional<LoggedIn> check(String name, char[] password) {
        // Without the checks of open sessions, no login is accepted.
        if (name == null || password == null || sessions.isEmpty()) {
            return Optional.empty();
        }
        KarafClient client = KarafClient.of(subject);
        try {
            return logins.get() instanceof Optional<?> found
                            && found.isPresent()
                            && found.get() instanceof AdministratorLogin service
                    ? service.login(client.origin(), client.mayWait(), name, password)
                    : Optional.empty();
        } finally {
            Arrays.fill(password, '\0');
        }
    }

    @Override
    public boolean commit() throws LoginException {
        if (login.isEmpty()) {
            return false;
        }
        List<RolePrincipal> roles = ROLES.stream().map(RolePrincipal::new).toList();
        UserPrincipal user = new UserPrincipal(login.get().who().login());
        principals = Stream.<Principal>concat(Stream.of(user), roles.stream()).toList();
        subject.getPrincipals().addAll(principals);
        if (!sessions.orElseThrow().opened(subject, roles, login.get())) {
            logout();
            throw refused();
        }
        return true;
    }

    @Override
    public boolean abort() {
        boolean had = login.isPresent();
        logout();
        return had;
    }

    @Override
    public boolean logout() {
        subject.getPrincipals().removeAll(principals);
        principals = List.of();
        login = Optional.empty();
        return true;
    }

    private static LoginException refused() {
        return new FailedLoginException(REFUSED);
    }
}
