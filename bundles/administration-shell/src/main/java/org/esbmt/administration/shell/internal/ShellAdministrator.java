package org.esbmt.administration.shell.internal;

import java.util.Optional;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.CurrentSubject;

/** Who sits at the console: whom the session runs as. */
final class ShellAdministrator {
    private static final String ADAPTER = "shell";

    private ShellAdministrator() {}

    static Optional<Administrator> find() {
        return CurrentSubject.login().map(login -> new Administrator(login, ADAPTER));
    }

    /** Somebody else, who is at the console of who is logged in: the audit log names both. */
    static Administrator of(Administrator seated, String login) {
        return new Administrator(login, ADAPTER + " of " + seated.login());
    }
}
