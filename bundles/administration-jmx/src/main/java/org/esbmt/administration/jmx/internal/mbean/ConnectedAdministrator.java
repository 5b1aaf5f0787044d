package org.esbmt.administration.jmx.internal.mbean;

import java.util.Set;
import javax.security.auth.Subject;
import org.apache.karaf.jaas.boot.principal.UserPrincipal;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.tenancy.api.CurrentSubject;

/** Finds the administrator at the other end of the JMX connection. The connector server runs the call as this user. */
public final class ConnectedAdministrator {
    public static final String ADAPTER = "jmx";

    private ConnectedAdministrator() {}

    /**
     * Returns the administrator of the connection that this thread serves.
     *
     * @throws SecurityException if no user, or more than one user, is logged in, as in a call from within the process
     */
    public static Administrator get() {
        return of(CurrentSubject.find().orElseThrow(ConnectedAdministrator::nobody));
    }

    /** Includes the credential of a login at the bus's own connector; the container's connector has none. */
    public static Administrator of(Subject subject) {
        Set<UserPrincipal> users = subject.getPrincipals(UserPrincipal.class);
        if (users.size() != 1) {
            throw nobody();
        }
        Administrator by = new Administrator(users.iterator().next().getName(), ADAPTER);
        Set<CredentialPrincipal> credentials = subject.getPrincipals(CredentialPrincipal.class);
        return credentials.isEmpty()
                ? by
                : by.cameInWith(credentials.iterator().next().version());
    }

    private static RuntimeException nobody() {
        return Refusals.of(Reason.FORBIDDEN, "nobody is logged in on this connection", "you to log in");
    }
}
