package org.esbmt.administration.internal.tenant;

import java.util.Arrays;

/**
 * Reads consecutive values in DER (X.690): tags of one byte, definite lengths in their shortest form. Nothing is read
 * beyond the given bytes.
 */
final class DerReader {
    static final int SEQUENCE = 0x30;
    static final int INTEGER = 0x02;
    static final int BIT_STRING = 0x03;
    static final int OBJECT_IDENTIFIER = 0x06;
    /** The attributes of a request. */
    static final int CONTEXT_0 = 0xa0;

    private final byte[] bytes;
    private int position;

    /** A value. */
    static final class Value {
        private final byte[] whole;
        private final byte[] content;

        private Value(byte[] whole, int contentAt) {
            this.whole = whole;
            this.content = Arrays.copyOfRange(whole, contentAt, whole.length);
        }

        byte[] content() {
            return content;
        }

        /** The bytes with tag and length. */
        byte[] whole() {
            return whole;
        }

        DerReader reader() {
            return new DerReader(content);
        }
    }

    DerReader(byte[] bytes) {
        this.bytes = bytes;
    }

    boolean atEnd() {
        return position == bytes.length;
    }

    /**
     * Reads the next value.
     *
     * @throws IllegalArgumentException if it has another tag, or is not DER
     */
    Value next(int tag) {
        int start = position;
        if (read() != tag) {
            throw malformed();
        }
        int length = length();
        if (length > bytes.length - position) {
            throw malformed();
        }
        int contentAt = position - start;
        position += length;
        return new Value(Arrays.copyOfRange(bytes, start, position), contentAt);
    }

    /** Reads the last value. */
    Value last(int tag) {
        Value value = next(tag);
        if (!atEnd()) {
            throw malformed();
        }
        return value;
    }

    /** At most 65,535. */
    private int length() {
        int first = read();
        if (first < 0x80) {
            return first;
        }
        int length =
                switch (first) {
                    case 0x81 -> read();
                    case 0x82 -> read() << 8 | read();
                    default -> throw malformed();
                };
        if (length < (first == 0x81 ? 0x80 : 0x100)) {
            throw malformed();
        }
        return length;
    }

    private int read() {
        if (atEnd()) {
            throw malformed();
        }
        return bytes[position++] & 0xff;
    }

    static IllegalArgumentException malformed() {
        return new IllegalArgumentException("the content is not in DER");
    }
}
