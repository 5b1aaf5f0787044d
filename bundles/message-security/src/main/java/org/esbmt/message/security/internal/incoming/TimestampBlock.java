package org.esbmt.message.security.internal.incoming;

import org.esbmt.message.security.internal.xml.Markup;

/** A Timestamp that follows the grammar. */
final class TimestampBlock {
    /** Its token is the Timestamp's start tag. */
    final Markup at;
    /** Milliseconds since 1970. */
    final long created;

    final long expires;

    TimestampBlock(Markup at, long created, long expires) {
        this.at = at;
        this.created = created;
        this.expires = expires;
    }
}
