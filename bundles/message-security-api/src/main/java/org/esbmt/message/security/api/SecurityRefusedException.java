package org.esbmt.message.security.api;

import static java.util.Objects.requireNonNull;

/**
 * The refusal of a message. It has no stack trace: it answers bytes of a stranger, is no fault of the program, and must
 * cost little.
 */
public final class SecurityRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    /** The part of a refusal that its sender may learn. */
    public enum Reason {
        /** {@code wsse:InvalidSecurity}, the one answer to everything that is malformed, forged or unreadable. */
        INVALID,
        /** {@code wsu:MessageExpired}, behind a good signature alone. */
        EXPIRED,
        /** The message is too large, or has more parts than are accepted. */
        LIMIT
    }

    private final Reason reason;

    /** @param sentence for the log alone: a sender who reads it learns about keys and plain text */
    public SecurityRefusedException(Reason reason, String sentence) {
        super(sentence, null, false, false);
        this.reason = requireNonNull(reason, "reason");
    }

    public Reason reason() {
        return reason;
    }
}
