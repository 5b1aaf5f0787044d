package org.esbmt.camel.se.internal.engine;

import static java.util.Objects.requireNonNull;

import org.esbmt.camel.se.internal.model.ErrorKind;
import org.esbmt.jbi.container.api.ExchangeFailedException;

/**
 * A failure in a route, by its kind. It has no stack trace, since messages cause failures at will. The sentence is for
 * logs and contains no text of a message.
 */
public abstract sealed class RouteFailure extends ExchangeFailedException {
    private static final long serialVersionUID = 1L;

    private static final int MOST_CAUSES = 8;

    private final ErrorKind kind;

    private RouteFailure(ErrorKind kind, String sentence, Throwable cause) {
        super(reason(kind), sentence, cause);
        this.kind = requireNonNull(kind, "kind");
    }

    private static Reason reason(ErrorKind kind) {
        return switch (kind) {
            case TIMEOUT -> Reason.TIMEOUT;
            case UNAVAILABLE, ANY -> Reason.UNAVAILABLE;
            case FAULT, INVALID -> Reason.REFUSED;
        };
    }

    /**
     * A message, or a reply, ended before its last byte. The sentence has the reason of a component that refused the rest,
     * or else the class of the root cause, whose text may be foreign.
     */
    static RouteFailure brokenOff(Exception cause) {
        Throwable root = cause;
        for (int depth = 0; root.getCause() != null && depth < MOST_CAUSES; depth++) {
            root = root.getCause();
            if (root instanceof ExchangeFailedException refused) {
                return new Unavailable("the message was refused: " + refused.getMessage(), refused);
            }
        }
        return new Unavailable("the message broke off: " + root.getClass().getSimpleName(), cause);
    }

    public final ErrorKind kind() {
        return kind;
    }

    /** The class that Camel matches with {@code onException} and {@code doCatch}. */
    public static Class<? extends Throwable> classOf(ErrorKind kind) {
        return switch (kind) {
            case ANY -> Throwable.class;
            case FAULT -> FromFault.class;
            case UNAVAILABLE -> Unavailable.class;
            case TIMEOUT -> Timeout.class;
            case INVALID -> Invalid.class;
        };
    }

    /** The provider answered with a fault. */
    public static final class FromFault extends RouteFailure {
        private static final long serialVersionUID = 1L;
        private final transient FaultMessage fault;

        public FromFault(FaultMessage fault) {
            super(ErrorKind.FAULT, "the provider answered with a fault", null);
            this.fault = requireNonNull(fault, "fault");
        }

        /** The fault that the consumer gets if no step of the route handles it. */
        public FaultMessage fault() {
            return fault;
        }
    }

    /** The provider, or the bus on the way to it, failed; or there was no room for the exchange. */
    public static final class Unavailable extends RouteFailure {
        private static final long serialVersionUID = 1L;

        /** @param cause null if there is none; a failure of the bus is passed to the caller */
        public Unavailable(String sentence, Throwable cause) {
            super(ErrorKind.UNAVAILABLE, sentence, cause);
        }
    }

    /** A time limit was exceeded. */
    public static final class Timeout extends RouteFailure {
        private static final long serialVersionUID = 1L;

        public Timeout(String sentence) {
            super(ErrorKind.TIMEOUT, sentence, null);
        }
    }

    /** The message does not fit a step: a validation failed, or it is not XML, or too large to be read. */
    public static final class Invalid extends RouteFailure {
        private static final long serialVersionUID = 1L;

        public Invalid(String sentence) {
            super(ErrorKind.INVALID, sentence, null);
        }
    }
}
