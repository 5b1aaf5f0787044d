package org.esbmt.registry.api.configuration;

import java.util.Arrays;

/** The bytes of a management operation, at most {@value #MAX_BYTES}; the registry does not interpret them. */
public final class Payload {
    /** The largest payload. A payload refers to larger content by its hash. */
    public static final int MAX_BYTES = 1_048_576;

    private final byte[] content;

    private Payload(byte[] content) {
        this.content = content;
    }

    /** Keeps a copy. */
    public static Payload of(byte[] content) {
        if (content.length > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "a payload has at most " + MAX_BYTES + " bytes, but has " + content.length);
        }
        return new Payload(content.clone());
    }

    /** A copy. */
    public byte[] bytes() {
        return content.clone();
    }

    public Sha256 digest() {
        return Sha256.of(content);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Payload that && Arrays.equals(content, that.content);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(content);
    }

    /** Does not show the bytes: they may hold secrets. */
    @Override
    public String toString() {
        return "(" + content.length + " bytes)";
    }
}
