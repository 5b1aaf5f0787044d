package org.esbmt.management.service.internal;

import java.util.Optional;
import org.esbmt.management.api.message.UnprocessableMessage.Reason;

/**
 * The verdict on a message.
 *
 * @param reason the reason for a person to look at it; empty if there is none
 * @param sentence for that person; empty otherwise
 */
record MessageVerdict(Optional<Reason> reason, String sentence) {
    static final MessageVerdict TAKEN = new MessageVerdict(Optional.empty(), "");

    static MessageVerdict unprocessable(Reason reason, String sentence) {
        return new MessageVerdict(Optional.of(reason), sentence);
    }
}
