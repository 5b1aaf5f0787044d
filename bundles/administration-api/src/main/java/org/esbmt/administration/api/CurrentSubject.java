package org.esbmt.administration.api;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.Set;
import javax.security.auth.Subject;
import org.apache.karaf.jaas.boot.principal.UserPrincipal;

/**
 * The subject that the container runs the calling thread as, for adapters whose container logs in by JAAS. The one place
 * that knows how it is found: {@code Subject.current()} from Java 18 on, which works in Java 24 and later too;
 * {@code Subject.getSubject(AccessController.getContext())} before.
 */
public final class CurrentSubject {
    private static final Optional<Method> CURRENT = current();

    private CurrentSubject() {}

    /** Empty for a thread that runs on nobody's behalf. */
    @SuppressWarnings("removal") // the only way up to Java 17
    public static Optional<Subject> find() {
        if (CURRENT.isEmpty()) {
            return Optional.ofNullable(Subject.getSubject(java.security.AccessController.getContext()));
        }
        try {
            return Optional.ofNullable((Subject) CURRENT.get().invoke(null));
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("Subject.current() failed", e);
        }
    }

    /**
     * The login of the administrator on whose behalf the calling thread runs: the one user principal of its subject.
     * Empty if nobody is logged in, or more than one user.
     */
    public static Optional<String> login() {
        Set<UserPrincipal> users = find().map(subject -> subject.getPrincipals(UserPrincipal.class))
                .orElse(Set.of());
        return users.size() == 1 ? Optional.of(users.iterator().next().getName()) : Optional.empty();
    }

    private static Optional<Method> current() {
        try {
            return Optional.of(Subject.class.getMethod("current"));
        } catch (NoSuchMethodException e) {
            return Optional.empty();
        }
    }
}
