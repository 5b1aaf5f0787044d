package org.esbmt.administration.jmx.internal.mbean;

import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;

/** Failures as exceptions that every JMX client has, without cause and stack trace. */
public final class Refusals {
    private static final StackTraceElement[] NO_STACK = {};
    /** The largest number of characters of a message, enough for the findings in an archive. */
    private static final int MAX_LENGTH = 16_384;

    private Refusals() {}

    /** Makes the exception of a refusal by the administration, whose sentence names the person who must act. */
    public static RuntimeException of(AdministrationException e) {
        return refusal(e.reason(), e.reason() + ": " + e.getMessage());
    }

    /** Makes a refusal of this adapter, with the reason's advice. */
    public static RuntimeException of(Reason reason, String sentence) {
        return of(reason, sentence, reason.who());
    }

    /** Makes a refusal of this adapter, with a more exact advice than the reason's. */
    public static RuntimeException of(Reason reason, String sentence, String who) {
        return refusal(reason, text(reason, sentence, who));
    }

    /** The text of a refusal in another type of exception. */
    public static String text(Reason reason, String sentence, String who) {
        return reason + ": " + AdministrationException.told(sentence, who);
    }

    private static RuntimeException refusal(Reason reason, String sentence) {
        // A sentence may repeat an argument of any length.
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
