package org.esbmt.administration.jmx.internal;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.security.Principal;
import java.util.Optional;
import java.util.Set;
import javax.security.auth.Subject;
import org.apache.karaf.jaas.boot.principal.UserPrincipal;
import org.esbmt.administration.api.Administrator;

/**
 * Who is on the other end of the JMX connection: the one user principal of the subject that the connector server runs
 * the call as. Calls from within the process have none.
 *
 * <p>The one place that knows how a subject is found: {@code Subject.current()} from Java 18 on, which works in Java 24
 * and later too; {@code Subject.getSubject(AccessController.getContext())} before.
 */
final class ConnectedAdministrator {
    private static final String ADAPTER = "jmx";
    private static final Optional<Method> CURRENT = current();

    private ConnectedAdministrator() {}

    /** @throws SecurityException if nobody, or more than one user, is logged in */
    static Administrator get() {
        Subject subject = subject();
        Set<UserPrincipal> users = subject == null ? Set.of() : subject.getPrincipals(UserPrincipal.class);
        if (users.size() != 1) {
            throw new SecurityException("FORBIDDEN: nobody is logged in on this connection");
        }
        Principal user = users.iterator().next();
        return new Administrator(user.getName(), ADAPTER);
    }

    @SuppressWarnings("removal") // the only way up to Java 17
    private static Subject subject() {
        if (CURRENT.isEmpty()) {
            return Subject.getSubject(java.security.AccessController.getContext());
        }
        try {
            return (Subject) CURRENT.get().invoke(null);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("Subject.current() failed", e);
        }
    }

    private static Optional<Method> current() {
        try {
            return Optional.of(Subject.class.getMethod("current"));
        } catch (NoSuchMethodException e) {
            return Optional.empty();
        }
    }
}
