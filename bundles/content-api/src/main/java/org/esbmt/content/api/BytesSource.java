package org.esbmt.content.api;

import static java.util.Objects.checkFromIndexSize;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import javax.xml.transform.stream.StreamSource;

/** A message's complete content; it can be read any number of times, on any thread. The bytes never change. */
public final class BytesSource extends StreamSource {
    private final byte[] bytes;
    private final int offset;
    private final int length;

    /** @param bytes kept, not copied: the caller must not change them afterwards */
    public BytesSource(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    /** @param bytes kept, not copied: the caller must not change them afterwards */
    public BytesSource(byte[] bytes, int offset, int length) {
        checkFromIndexSize(offset, length, bytes.length);
        this.bytes = bytes;
        this.offset = offset;
        this.length = length;
    }

    public int length() {
        return length;
    }

    /** Read-only, from the first byte to the last; a new one each time, on the same memory. */
    public ByteBuffer bytes() {
        return ByteBuffer.wrap(bytes, offset, length).asReadOnlyBuffer();
    }

    /** From the first byte; a new one each time. */
    @Override
    public InputStream getInputStream() {
        return new ByteArrayInputStream(bytes, offset, length);
    }
}
