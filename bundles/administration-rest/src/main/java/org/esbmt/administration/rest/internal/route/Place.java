package org.esbmt.administration.rest.internal.route;

/** The place of a word in a request. */
public enum Place {
    PATH,
    QUERY,
    /** A field of the JSON object that is the body. */
    FIELD,
    /** The body itself: an archive or a document. */
    CONTENT,
    /** A part of the JSON form of a batch. */
    BATCH,
    /** A header field: Idempotency-Key, If-Match. */
    HEADER,
    /** The opaque parameter {@code next}. */
    CURSOR,
    /** The word is absent here, since another route of the operation has it in its path. */
    NOWHERE
}
