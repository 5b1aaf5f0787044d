package org.esbmt.message.security.internal.incoming;

import org.esbmt.message.security.internal.Conversation;

/** A SecurityContextToken that follows the grammar. */
final class SessionBlock {
    final Conversation version;
    /** The {@code wsu:Id} of the element. */
    final byte[] place;
    /** The sealed session. */
    final String identifier;

    SessionBlock(Conversation version, byte[] place, String identifier) {
        this.version = version;
        this.place = place;
        this.identifier = identifier;
    }
}
