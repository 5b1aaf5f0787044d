package org.esbmt.http.api;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import org.esbmt.content.api.BytesSource;
import org.esbmt.http.api.wire.HeaderName;
import org.esbmt.http.api.wire.Headers;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * An answer: status, header fields and body. The port adds Date, the framing, and its standing fields. To HEAD, and with
 * 204 and 304, it sends no body. Immutable, apart from the bytes that it was given.
 */
public final class Response {
    private static final int MOST_FIELD_BYTES = 32 * 1024;
    private static final HeaderName CONTENT_TYPE = HeaderName.of("Content-Type");

    private final int status;
    private final Headers fields;
    private final Body body;
    private final long delayNanos;

    private Response(int status, Headers fields, Body body, long delayNanos) {
        this.status = status;
        this.fields = fields;
        this.body = body;
        this.delayNanos = delayNanos;
    }

    /**
     * Begins an answer.
     *
     * @param status 200 to 599
     */
    public static Builder of(int status) {
        return new Builder(status);
    }

    public int status() {
        return status;
    }

    public Headers fields() {
        return fields;
    }

    Body body() {
        return body;
    }

    /**
     * The same answer, sent so much later. It occupies no thread meanwhile, and ends with its client. An answer that is
     * written piece by piece, or a stream of events, is not delayed.
     */
    public Response delayed(Duration by) {
        return body instanceof Bytes ? new Response(status, fields, body, by.toNanos()) : this;
    }

    /** The time to wait before the answer. */
    public Duration delay() {
        return Duration.ofNanos(delayNanos);
    }

    /** The form of a body. */
    sealed interface Body {}

    /** In memory. */
    record Bytes(BytesSource content) implements Body {}

    /** By a writer; the length is -1 if it is unknown. */
    record Written(long length, BodyWriter writer) implements Body {}

    /** Server-sent events. */
    record Events(Consumer<EventStream> opened) implements Body {}

    /** Writes a body that is too large for memory, or is made on the way. */
    @ConsumerType
    @FunctionalInterface
    public interface BodyWriter {
        /**
         * Called on the handler's thread after it has returned the answer; not to HEAD.
         *
         * @param out blocks while the client does not read; the limits of the port end a wait. Closed by the caller
         * @throws IOException of the stream, or to break the answer off: the client sees that it is incomplete
         */
        void writeTo(OutputStream out) throws IOException;
    }

    /** An answer without its body. Confined to one thread. */
    public static final class Builder {
        private final int status;
        private final Headers.Builder fields = new Headers.Builder();
        private int fieldBytes;

        private Builder(int status) {
            if (status < 200 || status > 599) {
                throw new IllegalArgumentException("no status of an answer: " + status);
            }
            this.status = status;
        }

        /**
         * Adds a field. A name may be repeated, such as Set-Cookie.
         *
         * @throws IllegalArgumentException for an invalid name or value, and for more than 32 KiB of all fields. Also for
         *     Content-Type and the fields that the edge itself writes
         */
        public Builder field(String name, String value) {
            return field(HeaderName.of(name), value);
        }

        /** Adds a field like {@link #field(String, String)}, with a prepared name. */
        public Builder field(HeaderName name, String value) {
            if (name.text().equalsIgnoreCase(CONTENT_TYPE.text())) {
                throw new IllegalArgumentException("the content type belongs to the body");
            }
            return add(name, value);
        }

        private Builder add(HeaderName name, String value) {
            fieldBytes += name.wire().length + value.length() + 2;
            if (fieldBytes > MOST_FIELD_BYTES) {
                throw new IllegalArgumentException("the fields have more than " + MOST_FIELD_BYTES + " bytes");
            }
            fields.putChecked(name, value);
            return this;
        }

        /** An answer without a body. */
        public Response empty() {
            return build(new Bytes(new BytesSource(new byte[0])));
        }

        /** An answer with bytes, which must not change afterwards. */
        public Response bytes(String contentType, byte[] bytes) {
            return add(CONTENT_TYPE, contentType).build(new Bytes(new BytesSource(bytes)));
        }

        /** An answer with a text in UTF-8. */
        public Response text(String contentType, String text) {
            return bytes(contentType, text.getBytes(StandardCharsets.UTF_8));
        }

        /**
         * An answer whose body is written piece by piece.
         *
         * @param length in bytes; -1 if it is unknown. A writer that does not keep to it breaks the answer off
         */
        public Response written(String contentType, long length, BodyWriter writer) {
            return add(CONTENT_TYPE, contentType)
                    .build(new Written(Math.max(-1, length), requireNonNull(writer, "writer")));
        }

        /**
         * A stream of server-sent events, which stays open without a thread. If the port has as many of them as it may
         * have, the answer is 503.
         *
         * @param opened called on the event loop once the stream is open; must not block
         */
        public Response events(Consumer<EventStream> opened) {
            return add(CONTENT_TYPE, "text/event-stream").build(new Events(requireNonNull(opened, "opened")));
        }

        private Response build(Body body) {
            return new Response(status, fields.build(), body, 0);
        }
    }
}
