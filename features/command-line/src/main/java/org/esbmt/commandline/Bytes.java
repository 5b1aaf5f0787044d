package org.esbmt.commandline;

import static java.util.Objects.requireNonNull;

/** The bytes of a body or a file. They are shared, not copied. */
final class Bytes {
    static final Bytes NONE = new Bytes(new byte[0]);

    private final byte[] bytes;

    Bytes(byte[] bytes) {
        this.bytes = requireNonNull(bytes, "bytes");
    }

    byte[] get() {
        return bytes;
    }
}
