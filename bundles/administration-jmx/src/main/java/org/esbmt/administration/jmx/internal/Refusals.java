package org.esbmt.administration.jmx.internal;

import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;

/** Failures as exceptions that every JMX client has, without cause and stack trace. */
final class Refusals {
    private static final StackTraceElement[] NO_STACK = {};

    private Refusals() {}

    /** Of the administration, whose sentence says who must act. */
    static RuntimeException of(AdministrationException e) {
        return refusal(e.reason(), e.reason() + ": " + e.getMessage());
    }

    /** Of this adapter's own. */
    static RuntimeException of(Reason reason, String sentence) {
        return of(reason, sentence, reason.who());
    }

    /** Of this adapter's own, where it is known better than by the reason who must act. */
    static RuntimeException of(Reason reason, String sentence, String who) {
        return refusal(reason, text(reason, sentence, who));
    }

    /** For what has to be another exception. */
    static String text(Reason reason, String sentence, String who) {
        return reason + ": " + AdministrationException.told(sentence, who);
    }

    /** As the administration would refuse it, from within a question to it. */
    static AdministrationException own(Reason reason, String sentence) {
        return new AdministrationException(reason, AdministrationException.told(sentence, reason.who()));
    }

    private static RuntimeException refusal(Reason reason, String message) {
        RuntimeException refusal =
                switch (reason) {
                    case INVALID, NOT_FOUND -> new IllegalArgumentException(message);
                    case FORBIDDEN -> new SecurityException(message);
                    case CONFLICT, STALE, EXCEEDED, UNAVAILABLE, BUSY, IN_DOUBT, INTERNAL ->
                        new IllegalStateException(message);
                };
        return bare(refusal);
    }

    static <T extends Throwable> T bare(T refusal) {
        refusal.setStackTrace(NO_STACK);
        return refusal;
    }
}
