package org.esbmt.management.api.message;

import static java.util.Objects.requireNonNull;

import java.util.UUID;

/**
 * A message that a node could not process, for an administrator to examine.
 *
 * @param instance the node
 * @param detail a sentence; cleaned as that of a {@link ManagementResponse.Result}
 * @param messageId the broker's message id, at most {@value Checks#MAX_NAME} characters
 * @param original its text, at most {@value #MAX_ORIGINAL} characters; the text is untrusted and must never be executed
 */
public record UnprocessableMessage(UUID instance, Reason reason, String detail, String messageId, String original)
        implements ManagementMessage {

    public static final int MAX_ORIGINAL = 65_536;

    public UnprocessableMessage {
        requireNonNull(instance, "instance");
        requireNonNull(reason, "reason");
        detail = Checks.tidied(detail, ManagementResponse.Result.MAX_MESSAGE);
        messageId = Checks.tidied(messageId, Checks.MAX_NAME);
        original = Checks.encodable(original, MAX_ORIGINAL);
    }

    public enum Reason {
        /** It does not match the schema, or is no text at all. */
        SCHEMA,
        /** It is of a newer version of the bus than this node. */
        VERSION,
        /** It does not come from the bus, or was changed. */
        SIGNATURE,
        EXPIRED,
        /** It contradicts the revision log about a revision. */
        REVISION_CONFLICT,
        /** The artifact that it refers to does not match the digest. */
        ARTIFACT_HASH,
        /** The node failed to process it; its log has the error. */
        INTERNAL
    }
}
