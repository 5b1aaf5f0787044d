package org.esbmt.administration.internal.policy;

import static java.util.stream.Collectors.joining;

import java.util.Optional;
import java.util.stream.Stream;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.registry.api.RegistryException.Exceeded;
import org.esbmt.tenancy.api.Role;

/**
 * Ends each refusal with the person who can act: the caller, or the roles that {@link AccessPolicy} permits to help.
 * The advice depends on the request and on nothing in a registry, so it does not reveal whether another tenant exists.
 */
public final class RefusalAdvice {
    private RefusalAdvice() {}

    /**
     * Returns the same refusal with the person who can act. The refusal of a batch has the advice for the failed step.
     */
    public static AdministrationException told(AdministrationException refusal) {
        return cause(refusal, Told.class).isPresent() ? refusal : new Told(refusal, who(refusal));
    }

    /** A refusal that has its advice already. */
    public static final class Told extends AdministrationException {
        private static final long serialVersionUID = 1L;

        private Told(AdministrationException refusal, String who) {
            super(refusal.reason(), told(String.valueOf(refusal.getMessage()), who), refusal);
        }

        /**
         * A refusal that the table of roles does not decide. {@code who} is the person who can act, and the step to
         * take.
         */
        public Told(Reason reason, String message, String who) {
            super(reason, told(message, who), null);
        }
    }

    private static String who(AdministrationException refusal) {
        String who = refusal.reason().who();
        return switch (refusal.reason()) {
            case EXCEEDED -> raisers(refusal) + ", or for " + who;
            case FORBIDDEN ->
                cause(refusal, NotPermitted.class)
                        .map(refused -> may(refused.operation()))
                        .orElse(who);
            case INVALID, NOT_FOUND, CONFLICT, STALE, UNAVAILABLE, BUSY, IN_DOUBT, INTERNAL -> who;
        };
    }

    /** The advice for a user whom the registry does not permit anything; it depends on the login alone. */
    public static String letsIn(Administrator by) {
        return "you to log in again, or for "
                + may(by.tenant().isPresent() ? Operation.UNLOCK_USER : Operation.UNLOCK_SYSTEM_USER)
                + " to let you in";
    }

    private static String raisers(AdministrationException refusal) {
        boolean contingent = cause(refusal, Exceeded.class)
                .filter(exceeded -> exceeded.ceiling() == Exceeded.Ceiling.CONTINGENT)
                .isPresent();
        return contingent
                ? may(Operation.CHANGE_CONTINGENT) + " to raise the contingent"
                : may(Operation.CHANGE_QUOTA) + " to raise the quota";
    }

    /** Names the roles that the table permits the operation. */
    public static String may(Operation operation) {
        String who = Stream.of(
                        roles(operation, Role.Level.SYSTEM, " of the installation"),
                        roles(operation, Role.Level.TENANT, " of the tenant whose it is"))
                .flatMap(Optional::stream)
                .collect(joining(", or for "));
        return who.isEmpty() ? "nobody" : who;
    }

    private static Optional<String> roles(Operation operation, Role.Level level, String where) {
        String names = AccessPolicy.allowed(operation).stream()
                .filter(role -> role.level() == level)
                .sorted()
                .map(Role::name)
                .collect(joining(" or "));
        return names.isEmpty() ? Optional.empty() : Optional.of(names + where);
    }

    private static <E extends Throwable> Optional<E> cause(Throwable of, Class<E> type) {
        Throwable cause = of;
        while (cause != null && !type.isInstance(cause)) {
            cause = cause.getCause();
        }
        return Optional.ofNullable(type.cast(cause));
    }
}
