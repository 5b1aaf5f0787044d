package org.esbmt.registry.api;

import static java.util.Objects.requireNonNull;

/**
 * A private key or a secret, encrypted under a sealing key of the installation. The registry cannot read it.
 *
 * @param generation the number of the sealing key, from 1
 */
public record SealedValue(int generation, OpaqueBytes bytes) {
    /** The largest number of bytes. */
    public static final int MOST_BYTES = 16 << 10;

    public SealedValue {
        requireNonNull(bytes, "bytes");
        if (generation < 1) {
            throw new IllegalArgumentException("a sealing key's generation is 1 or more, but is " + generation);
        }
        if (bytes.length() == 0 || bytes.length() > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "a sealed value has 1 to " + MOST_BYTES + " bytes, but has " + bytes.length());
        }
    }
}
