package org.esbmt.administration.api.command;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Arrays;

/** The bytes of an archive or document in a request. */
public final class Content {
    private final InputStream stream;
    private final byte[] bytes;

    private Content(InputStream stream, byte[] bytes) {
        this.stream = stream;
        this.bytes = bytes;
    }

    /** Bytes of a stream, which is read once and not closed. A command with such a content is executed once. */
    public static Content of(InputStream stream) {
        return new Content(requireNonNull(stream, "stream"), null);
    }

    /** A copy of these bytes. */
    public static Content of(byte[] bytes) {
        return new Content(null, bytes.clone());
    }

    /** Opens the bytes at their beginning; a content of a stream returns that stream. */
    public InputStream open() {
        return bytes == null ? stream : new ByteArrayInputStream(bytes);
    }

    /** Equal bytes are equal contents; a stream equals only itself. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Content content && stream == content.stream && Arrays.equals(bytes, content.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return bytes == null ? "(a stream)" : bytes.length + " bytes";
    }
}
