package org.esbmt.administration.rest;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * An answer. The server adds the header fields that each of its answers has.
 *
 * @param headers the values by name. Content-Length is among them, also in the answer to a HEAD, unless the status is 204 or 304
 */
public record RestAnswer(int status, Map<String, String> headers, Body body) {
    public RestAnswer {
        headers = Collections.unmodifiableMap(new TreeMap<>(headers));
        requireNonNull(body, "body");
    }

    /** The bytes of an answer; none in the answer to a HEAD, and with the status 204 or 304. */
    @FunctionalInterface
    public interface Body {
        /** Writes all bytes, and neither flushes nor closes the stream. */
        void writeTo(OutputStream out) throws IOException;
    }
}
