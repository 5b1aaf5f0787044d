package org.esbmt.administration.shell.internal.support;

import java.util.Optional;
import org.apache.karaf.jaas.boot.principal.UserPrincipal;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.OperatorLogin.Origin;
import org.esbmt.tenancy.api.CurrentSubject;

/** Who sits at the console: whom the session runs as. */
public final class ShellAdministrator {
    private static final String ADAPTER = "shell";

    private ShellAdministrator() {}

    public static Optional<Administrator> find() {
        return CurrentSubject.login(UserPrincipal.class).map(login -> new Administrator(login, ADAPTER));
    }

    /** Where who is logged in shows to be somebody else: what they get wrong slows nobody else down. */
    static Origin origin(Administrator seated) {
        return new Origin(ADAPTER, seated.login());
    }

    /** Somebody else, who is at the console of who is logged in: the audit log names both. */
    static Administrator of(Administrator seated, String login) {
        return new Administrator(login, ADAPTER + " of " + seated.login());
    }
}
