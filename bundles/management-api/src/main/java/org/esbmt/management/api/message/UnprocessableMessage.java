package org.esbmt.management.api.message;

import static java.util.Objects.requireNonNull;

import java.util.UUID;

/**
 * A message that a node could make nothing of, for a person to look at.
 *
 * @param instance which node
 * @param detail a sentence; tidied as that of a {@link ManagementResponse.Result}
 * @param messageId the broker's id of it, at most {@value Checks#MAX_NAME} characters
 * @param original its text, at most {@value #MAX_ORIGINAL} characters of it; whatever is in there is for nobody to run
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
        /** It is not what the schema says, or no text at all. */
        SCHEMA,
        /** It is of a version of the bus that this node is older than. */
        VERSION,
        /** It does not come from the bus, or was changed. */
        SIGNATURE,
        EXPIRED,
        /** It says something else about a revision than the revision log. */
        REVISION_CONFLICT,
        /** What it refers to is not what the digest says. */
        ARTIFACT_HASH,
        /** The node failed at it; its log says how. */
        INTERNAL
    }
}
