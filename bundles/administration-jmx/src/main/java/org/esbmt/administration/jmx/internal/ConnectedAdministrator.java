package org.esbmt.administration.jmx.internal;

import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.CurrentSubject;

/** Who is on the other end of the JMX connection: whom the connector server runs the call as. */
final class ConnectedAdministrator {
    static final String ADAPTER = "jmx";

    private ConnectedAdministrator() {}

    /** @throws SecurityException if nobody, or more than one user, is logged in: calls from within the process, for one */
    static Administrator get() {
        return CurrentSubject.login()
                .map(login -> new Administrator(login, ADAPTER))
                .orElseThrow(() -> new SecurityException("FORBIDDEN: nobody is logged in on this connection"));
    }
}
