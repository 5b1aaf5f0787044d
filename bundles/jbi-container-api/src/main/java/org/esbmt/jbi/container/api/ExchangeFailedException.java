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

    /** Who can do something about it. */
    public enum Reason {
        /** The message is not what the service takes, or asks for more work than it may: the sender. */
        REFUSED,
        /** What the service needs could not be reached, failed, or had no room: perhaps it is there later. */
        UNAVAILABLE,
        /** What the service needs did not answer in time; it may have done its work. */
        TIMEOUT
    }

    private final Reason reason;
    private UUID correlation;

    /** @param cause null if there is none; who asked is told of the most exact one that is known to it */
    protected ExchangeFailedException(Reason reason, String message, Throwable cause) {
        super(message, cause, false, false);
        this.reason = requireNonNull(reason, "reason");
    }

    public final Reason reason() {
        return reason;
    }

    /** What the log calls this failure, and who asked is told: that of the failure behind it, if there is one. */
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
