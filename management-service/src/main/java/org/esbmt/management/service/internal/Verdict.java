package org.esbmt.management.service.internal;

import java.util.Optional;
import org.esbmt.management.api.message.UnprocessableMessage.Reason;

/**
 * The verdict on a message.
 *
 * @param reason the reason for a person to look at it; empty if there is none
 * @param sentence for that person; empty otherwise
 */
record Verdict(Optional<Reason> reason, String sentence) {
    static final Verdict TAKEN = new Verdict(Optional.empty(), "");

    static Verdict unprocessable(Reason reason, String sentence) {
        return new Verdict(Optional.of(reason), sentence);
    }
}
