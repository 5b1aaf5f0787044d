package org.esbmt.jbi.container.api;

import static java.util.Objects.requireNonNull;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * An exchange ended with an error that its component foresees. The consumer can therefore report the kind of the error.
 * The message is for logs and contains no text of the exchange's messages. It has no stack trace, since messages can
 * cause many of these.
 */
public abstract class ExchangeFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    /** The cause of the failure, and therefore the party that can act. */
    public enum Reason {
        /**
         * The service does not accept the message, or the message asks for more work than allowed: the sender must act.
         */
        REFUSED,
        /** A resource of the service could not be reached, failed, or had no room: a retry may succeed. */
        UNAVAILABLE,
        /** A resource of the service did not answer in time; it may have performed the request. */
        TIMEOUT
    }

    private final Reason reason;
    private UUID correlation;

    /** @param cause null if there is none; the client receives the most specific cause that it knows */
    protected ExchangeFailedException(Reason reason, String message, Throwable cause) {
        super(message, cause, false, false);
        this.reason = requireNonNull(reason, "reason");
    }

    public final Reason reason() {
        return reason;
    }

    /**
     * The identifier of this failure in the log and in the answer to the client. A failure with a failure as its cause
     * has the identifier of the cause.
     */
    public final synchronized UUID correlation() {
        if (correlation == null) {
            correlation = getCause() instanceof ExchangeFailedException behind ? behind.correlation() : random();
        }
        return correlation;
    }

    private static UUID random() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long most = (random.nextLong() & ~0xF000L) | 0x4000L;
        long least = (random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
        return new UUID(most, least);
    }
}
