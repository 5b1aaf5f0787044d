package org.esbmt.administration.jmx.internal;

import java.util.Set;
import org.apache.karaf.jaas.boot.principal.UserPrincipal;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.CurrentSubject;

/**
 * Who is on the other end of the JMX connection: the one user principal of the subject that the connector server runs
 * the call as. Calls from within the process have none.
 */
final class ConnectedAdministrator {
    private static final String ADAPTER = "jmx";

    private ConnectedAdministrator() {}

    /** @throws SecurityException if nobody, or more than one user, is logged in */
    static Administrator get() {
        Set<UserPrincipal> users = CurrentSubject.find()
                .map(s -> s.getPrincipals(UserPrincipal.class))
                .orElse(Set.of());
        if (users.size() != 1) {
            throw new SecurityException("FORBIDDEN: nobody is logged in on this connection");
        }
        return new Administrator(users.iterator().next().getName(), ADAPTER);
    }
}
