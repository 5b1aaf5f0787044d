package org.esbmt.administration.soap.internal.cxf;

import static java.util.Objects.requireNonNull;

/** An answer to a message. */
@SuppressWarnings("ArrayRecordComponent") // answers are never compared
public record Outgoing(int status, String contentType, byte[] body) {
    public Outgoing {
        requireNonNull(contentType, "contentType");
        requireNonNull(body, "body");
    }
}
