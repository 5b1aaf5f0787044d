package org.esbmt.administration.internal;

import static java.util.stream.Collectors.joining;

import java.util.Optional;
import java.util.stream.Stream;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.registry.api.RegistryException.Exceeded;
import org.esbmt.registry.api.Role;

/**
 * Says at the end of each refusal who can do something about it: who asked, or those whom the table of {@link AccessPolicy}
 * lets do what would help. That depends on what was asked for and on nothing that is in a registry, so it tells nobody whether another
 * tenant is there.
 */
final class WhoActs {
    private WhoActs() {}

    /** The same refusal, with who must act; that of a batch is of the step that failed. */
    static AdministrationException told(AdministrationException refusal) {
        return cause(refusal, Told.class).isPresent() ? refusal : new Told(refusal, who(refusal));
    }

    /** Says it already. */
    static final class Told extends AdministrationException {
        private static final long serialVersionUID = 1L;

        private Told(AdministrationException refusal, String who) {
            super(refusal.reason(), told(String.valueOf(refusal.getMessage()), who), refusal);
        }

        /** As somebody else than the table of roles decides; {@code who} is whoever can do something, and what. */
        Told(Reason reason, String message, String who) {
            super(reason, told(message, who), null);
        }
    }

    private static String who(AdministrationException refusal) {
        String who = refusal.reason().who();
        return switch (refusal.reason()) {
            case EXCEEDED -> whoRaises(refusal) + ", or for " + who;
            case FORBIDDEN ->
                cause(refusal, NotPermitted.class)
                        .map(refused -> may(refused.operation()))
                        .orElse(who);
            case INVALID, NOT_FOUND, CONFLICT, STALE, UNAVAILABLE, BUSY, IN_DOUBT, INTERNAL -> who;
        };
    }

    /** Of somebody whom the registry does not know as one who may ask for anything; by their login alone. */
    static String letsIn(Administrator by) {
        return "you to log in again, or for "
                + may(by.tenant().isPresent() ? Operation.UNLOCK_USER : Operation.UNLOCK_SYSTEM_USER)
                + " to let you in";
    }

    private static String whoRaises(AdministrationException refusal) {
        boolean contingent = cause(refusal, Exceeded.class)
                .filter(exceeded -> exceeded.ceiling() == Exceeded.Ceiling.CONTINGENT)
                .isPresent();
        return contingent
                ? may(Operation.CHANGE_CONTINGENT) + " to raise the contingent"
                : may(Operation.CHANGE_QUOTA) + " to raise the quota";
    }

    /** Whom the table lets do it. */
    static String may(Operation operation) {
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
