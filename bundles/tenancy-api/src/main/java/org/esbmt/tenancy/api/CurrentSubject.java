package org.esbmt.tenancy.api;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.security.Principal;
import java.util.Optional;
import java.util.Set;
import javax.security.auth.Subject;

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
     * The login of the administrator on whose behalf the calling thread runs: the name of the one principal of this kind.
     * Empty if nobody is logged in, or more than one user.
     *
     * @param users the class of the principals by which the container names users
     */
    public static Optional<String> login(Class<? extends Principal> users) {
        Set<? extends Principal> found = find().<Set<? extends Principal>>map(subject -> subject.getPrincipals(users))
                .orElse(Set.of());
        return found.size() == 1 ? Optional.of(found.iterator().next().getName()) : Optional.empty();
    }

    private static Optional<Method> current() {
        try {
            return Optional.of(Subject.class.getMethod("current"));
        } catch (NoSuchMethodException e) {
            return Optional.empty();
        }
    }
}
