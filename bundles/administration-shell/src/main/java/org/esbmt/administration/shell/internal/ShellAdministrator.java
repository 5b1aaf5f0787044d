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
}
