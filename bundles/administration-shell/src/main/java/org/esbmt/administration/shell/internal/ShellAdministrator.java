package org.esbmt.administration.shell.internal;

import java.util.Optional;
import java.util.Set;
import org.apache.karaf.jaas.boot.principal.UserPrincipal;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.CurrentSubject;

/** Who sits at the console: the one user principal of the subject that the session runs as. */
final class ShellAdministrator {
    private static final String ADAPTER = "shell";

    private ShellAdministrator() {}

    static Optional<Administrator> find() {
        Set<UserPrincipal> users = CurrentSubject.find()
                .map(s -> s.getPrincipals(UserPrincipal.class))
                .orElse(Set.of());
        return users.size() == 1
                ? Optional.of(new Administrator(users.iterator().next().getName(), ADAPTER))
                : Optional.empty();
    }
}
