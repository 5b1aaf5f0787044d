package org.esbmt.administration.shell.internal.support;

import java.util.Optional;
import org.apache.karaf.jaas.boot.principal.UserPrincipal;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.OperatorLogin.Origin;
import org.esbmt.tenancy.api.CurrentSubject;

/** The user of the session at the console. */
public final class ShellAdministrator {
    private static final String ADAPTER = "shell";

    private ShellAdministrator() {}

    public static Optional<Administrator> find() {
        return CurrentSubject.login(UserPrincipal.class).map(login -> new Administrator(login, ADAPTER));
    }

    /** The origin of another user's proof of identity. Failures there slow down only this logged-in user. */
    static Origin origin(Administrator loggedIn) {
        return new Origin(ADAPTER, loggedIn.login());
    }

    /** Another user at the console of the logged-in one. The audit log names both. */
    static Administrator of(Administrator loggedIn, String login) {
        return new Administrator(login, ADAPTER + " of " + loggedIn.login());
    }
}
