package org.esbmt.administration.jmx.internal.mbean;

import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;

/** Failures as exceptions that every JMX client has, without cause and stack trace. */
public final class Refusals {
    private static final StackTraceElement[] NO_STACK = {};
    /** Characters of a message; the findings of an archive have room in it. */
    private static final int MAX_LENGTH = 16_384;

    private Refusals() {}

    /** A refusal of the administration, whose sentence says who must act. */
    public static RuntimeException of(AdministrationException e) {
        return refusal(e.reason(), e.reason() + ": " + e.getMessage());
    }

    /** A refusal of this adapter, with the reason's advice. */
    public static RuntimeException of(Reason reason, String sentence) {
        return of(reason, sentence, reason.who());
    }

    /** A refusal of this adapter, with a more exact advice than the reason's. */
    public static RuntimeException of(Reason reason, String sentence, String who) {
        return refusal(reason, text(reason, sentence, who));
    }

    /** The text of a refusal that has to be another exception. */
    public static String text(Reason reason, String sentence, String who) {
        return reason + ": " + AdministrationException.told(sentence, who);
    }

    private static RuntimeException refusal(Reason reason, String sentence) {
        // A sentence may repeat an argument, however long that was.
        String message = sentence.length() > MAX_LENGTH ? sentence.substring(0, MAX_LENGTH) + "..." : sentence;
        RuntimeException refusal =
                switch (reason) {
                    case INVALID, NOT_FOUND -> new IllegalArgumentException(message);
                    case FORBIDDEN -> new SecurityException(message);
                    case CONFLICT, STALE, EXCEEDED, UNAVAILABLE, BUSY, IN_DOUBT, INTERNAL ->
                        new IllegalStateException(message);
                };
        return bare(refusal);
    }

    public static <T extends Throwable> T bare(T refusal) {
        refusal.setStackTrace(NO_STACK);
        return refusal;
    }
}
