package org.esbmt.management.service.internal;

import java.util.Optional;
import org.esbmt.management.api.message.UnprocessableMessage.Reason;

/**
 * The verdict of {@link Resequencer} on a message of the cluster: taken or unprocessable. {@link NodeWorker} puts an
 * unprocessable message aside for an administrator.
 *
 * @param reason the reason for an administrator to examine the message; empty if there is none
 * @param sentence the explanation for the administrator; empty if there is no reason
 */
record MessageVerdict(Optional<Reason> reason, String sentence) {
    static final MessageVerdict TAKEN = new MessageVerdict(Optional.empty(), "");

    static MessageVerdict unprocessable(Reason reason, String sentence) {
        return new MessageVerdict(Optional.of(reason), sentence);
    }
}
