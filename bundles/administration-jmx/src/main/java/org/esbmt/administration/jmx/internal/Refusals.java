package org.esbmt.administration.jmx.internal;

import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;

/** Failures as exceptions that every JMX client has, without cause and stack trace. */
final class Refusals {
    private static final StackTraceElement[] NO_STACK = {};

    private Refusals() {}

    static RuntimeException of(AdministrationException e) {
        return of(e.reason(), e.getMessage());
    }

    static RuntimeException of(Reason reason, String sentence) {
        String message = reason + ": " + sentence;
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
