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
    private static final String BEGIN = "It is for ";
    private static final String YOU = "you to ";

    private WhoActs() {}

    /** The same refusal, with who must act; that of a batch is of the step that failed. */
    static AdministrationException told(AdministrationException refusal) {
        String sentence = String.valueOf(refusal.getMessage());
        if (cause(refusal, Told.class).isPresent()) {
            return refusal;
        }
        String end = sentence.endsWith(".") ? " " : ". ";
        return new Told(refusal, sentence + end + BEGIN + who(refusal) + ".");
    }

    /** Says it already. */
    static final class Told extends AdministrationException {
        private static final long serialVersionUID = 1L;

        private Told(AdministrationException refusal, String message) {
            super(refusal.reason(), message, refusal);
        }

        /** As somebody else than the table of roles decides; {@code who} is whoever can do something, and what. */
        Told(Reason reason, String message, String who) {
            super(reason, message + ". " + BEGIN + who + ".", null);
        }
    }

    private static String who(AdministrationException refusal) {
        return switch (refusal.reason()) {
            case INVALID -> YOU + "mend the request";
            case NOT_FOUND -> YOU + "ask for something that is there";
            case CONFLICT -> YOU + "look at what there is, and to ask for something that it allows";
            case STALE -> YOU + "look again, and to ask at the revision that it has now";
            case BUSY -> YOU + "ask again";
            case IN_DOUBT -> YOU + "look what became of it, or to ask again under the same identifier";
            case EXCEEDED -> whoRaises(refusal) + ", or for " + YOU + "give something back";
            case FORBIDDEN ->
                cause(refusal, NotPermitted.class)
                        .map(refused -> may(refused.operation()))
                        .orElse(YOU + "ask for something that you may");
            case UNAVAILABLE ->
                YOU + "ask again; if it stays so, for " + may(Operation.RECOVER_TRANSACTIONS) + " to look why";
            case INTERNAL -> may(Operation.RECOVER_TRANSACTIONS) + " to look into the log";
        };
    }

    /** Of somebody whom the registry does not know as one who may ask for anything; by their login alone. */
    static String letsIn(Administrator by) {
        return YOU + "log in again, or for "
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
