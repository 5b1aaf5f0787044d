package org.esbmt.http.api.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.StandardCharsets;

/** Writes the head of a message into scratch memory of the event loop, and then into one buffer. */
public final class HeadWriter {
    /**
     * The largest body at hand that goes into the same buffer as the head: one copy is cheaper than a second buffer.
     */
    public static final int MAX_INLINE = 16 * 1024;

    private static final byte[] CONTENT_LENGTH = ascii("Content-Length: ");
    private static final byte[] CHUNKED = ascii("Transfer-Encoding: chunked\r\n");
    private static final byte[] LAST_CHUNK = ascii("0\r\n\r\n");
    private static final byte[] CRLF_LAST_CHUNK = ascii("\r\n0\r\n\r\n");

    private final byte[] room;
    private int size;

    /** Writes into memory with room for the largest head that may be read, and {@link #MAX_INLINE}. */
    public HeadWriter(byte[] room) {
        this.room = room;
    }

    public HeadWriter raw(byte[] bytes) {
        System.arraycopy(bytes, 0, room, size, bytes.length);
        size += bytes.length;
        return this;
    }

    /** Writes a text without control characters: it was read from a message, or checked in the configuration. */
    @SuppressWarnings("deprecation") // the only copy of a Latin-1 string into an array without an intermediate array
    public HeadWriter text(String text) {
        text.getBytes(0, text.length(), room, size);
        size += text.length();
        return this;
    }

    public HeadWriter line(HeaderName name, String value) {
        return raw(name.wire()).text(value).endOfLine();
    }

    public HeadWriter headers(Headers headers) {
        for (int i = 0; i < headers.size(); i++) {
            line(headers.name(i), headers.value(i));
        }
        return this;
    }

    /** Writes the framing of the body; -1 for chunks. */
    public HeadWriter framing(long length) {
        return length < 0 ? raw(CHUNKED) : raw(CONTENT_LENGTH).number(length).endOfLine();
    }

    public HeadWriter number(long n) {
        int digits = 1;
        for (long rest = n / 10; rest > 0; rest /= 10) {
            digits++;
        }
        long rest = n;
        for (int i = size + digits - 1; i >= size; i--) {
            room[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        size += digits;
        return this;
    }

    public HeadWriter endOfLine() {
        room[size++] = '\r';
        room[size++] = '\n';
        return this;
    }

    /** The memory, for a body after the head: call {@link #appended} afterwards. */
    public byte[] room() {
        return room;
    }

    public int size() {
        return size;
    }

    public void appended(int bytes) {
        size += bytes;
    }

    public ByteBuf toBuffer(ByteBufAllocator allocator) {
        return allocator.directBuffer(size, size).writeBytes(room, 0, size);
    }

    /** The line before a chunk's data; with the line end of the former chunk, if there was one. */
    public static ByteBuf chunkStart(ByteBufAllocator allocator, int size, boolean first) {
        ByteBuf line = allocator.directBuffer(12, 12);
        if (!first) {
            line.writeByte('\r').writeByte('\n');
        }
        int shift = 28;
        while (shift > 0 && (size >>> shift) == 0) {
            shift -= 4;
        }
        for (; shift >= 0; shift -= 4) {
            line.writeByte("0123456789abcdef".charAt((size >>> shift) & 0xf));
        }
        return line.writeByte('\r').writeByte('\n');
    }

    /** The end of a chunked body; {@code first} means that it was empty. */
    public static ByteBuf lastChunk(ByteBufAllocator allocator, boolean first) {
        byte[] bytes = first ? LAST_CHUNK : CRLF_LAST_CHUNK;
        return allocator.directBuffer(bytes.length, bytes.length).writeBytes(bytes);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
