package org.esbmt.jbi.container.api;

import static java.util.Objects.requireNonNull;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * An exchange ended with an error that its component foresees, so that who asked can be told what kind it is. The message
 * is for logs and has no text of the exchange's messages in it. Without a stack trace: messages cause these at will.
 */
public abstract class ExchangeFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    /** The cause of the failure, and so the party that can act. */
    public enum Reason {
        /**
         * The service does not accept the message, or the message asks for more work than allowed: the sender must act.
         */
        REFUSED,
        /** A resource of the service could not be reached, failed, or had no room: a retry may succeed. */
        UNAVAILABLE,
        /** A resource of the service did not answer in time; it may have done its work. */
        TIMEOUT
    }

    private final Reason reason;
    private UUID correlation;

    /**
     * @param cause null if there is none; the client is told the most exact one that it knows
     */
    protected ExchangeFailedException(Reason reason, String message, Throwable cause) {
        super(message, cause, false, false);
        this.reason = requireNonNull(reason, "reason");
    }

    public final Reason reason() {
        return reason;
    }

    /**
     * The identifier of this failure in the log and in the answer to the client. It is that of the failure behind it,
     * if there is one.
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
