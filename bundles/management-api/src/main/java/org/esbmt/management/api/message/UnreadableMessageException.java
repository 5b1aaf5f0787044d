package org.esbmt.management.api.message;

import static java.util.Objects.requireNonNull;

import org.esbmt.management.api.message.UnprocessableMessage.Reason;

/**
 * A text is not a message of this version. The exception's message has the position and the reason, and no characters
 * that disturb a log.
 */
public final class UnreadableMessageException extends Exception {
    private static final long serialVersionUID = 1;

    private final Reason reason;

    /** For a reader that receives a message of another type. */
    public UnreadableMessageException(Reason reason, String sentence) {
        this(reason, sentence, null);
    }

    UnreadableMessageException(Reason reason, String sentence, Throwable cause) {
        super(Checks.tidied(sentence, ManagementResponse.Result.MAX_MESSAGE), cause);
        this.reason = requireNonNull(reason, "reason");
    }

    /** {@code SCHEMA} or {@code VERSION}. */
    public Reason reason() {
        return reason;
    }
}
