package org.esbmt.message.security.api;

import static java.util.Objects.requireNonNull;

/**
 * The token that a message's signature names, and the lengths of its derived keys. Answers use the same.
 *
 * @param identifier of the SecurityContextToken
 * @param version of the message's elements
 * @param signatureKeyBytes of the key derived for signatures: 16 to 64
 * @param contentKeyBytes of the key derived for encryption: 16 or 32
 */
public record SessionToken(String identifier, Version version, int signatureKeyBytes, int contentKeyBytes) {

    /** The versions of WS-SecureConversation. */
    public enum Version {
        /** The submission of February 2005. */
        FEBRUARY_2005,
        /** The standards 1.3 and 1.4 of OASIS, which share a namespace. */
        OASIS_1_3
    }

    public SessionToken {
        requireNonNull(identifier, "identifier");
        requireNonNull(version, "version");
    }
}
