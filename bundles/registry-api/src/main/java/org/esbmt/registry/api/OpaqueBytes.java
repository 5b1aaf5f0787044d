package org.esbmt.registry.api;

import java.util.Arrays;

/** Bytes that the registry stores and does not interpret. {@link #toString} shows their number alone. */
public final class OpaqueBytes {
    private final byte[] bytes;

    private OpaqueBytes(byte[] bytes) {
        this.bytes = bytes;
    }

    /** A copy of these bytes. */
    public static OpaqueBytes of(byte[] bytes) {
        return new OpaqueBytes(bytes.clone());
    }

    /** A copy. */
    public byte[] bytes() {
        return bytes.clone();
    }

    public int length() {
        return bytes.length;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OpaqueBytes opaque && Arrays.equals(bytes, opaque.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return bytes.length + " bytes";
    }
}
