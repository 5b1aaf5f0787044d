package org.esbmt.tenancy.api;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.security.Principal;
import java.util.Optional;
import java.util.Set;
import javax.security.auth.Subject;

/**
 * The JAAS subject of the calling thread, for adapters with a container that logs users in by JAAS. Only this class
 * knows the API for it. That is {@code Subject.current()} from Java 18 on, which works in Java 24 and later, too; and
 * {@code Subject.getSubject(AccessController.getContext())} before.
 */
public final class CurrentSubject {
    private static final Optional<Method> CURRENT = current();

    private CurrentSubject() {}

    /** Empty for a thread without a subject. */
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
     * The login of the administrator on whose behalf the calling thread runs: the name of the one principal of this
     * class. Empty if there is no such principal, or more than one.
     *
     * @param users the principal class of the container's users
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
