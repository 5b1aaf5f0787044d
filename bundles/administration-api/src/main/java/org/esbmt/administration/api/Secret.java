package org.esbmt.administration.api;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A secret that a tenant has elsewhere, such as the password of a file or of a back end. Cleared by {@link #close}, never
 * shown by {@link #toString}. It has 1 to 4,096 characters.
 */
public final class Secret implements AutoCloseable {
    /** The largest number of characters. */
    public static final int MAX_LENGTH = 4_096;

    private final char[] characters;

    /** @param characters copied; the caller clears its own array */
    public Secret(char[] characters) {
        if (characters.length == 0 || characters.length > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "a secret has 1 to " + MAX_LENGTH + " characters, this one has " + characters.length);
        }
        this.characters = characters.clone();
    }

    /** Returns the characters themselves, not a copy. All of them are NUL after {@link #close}. */
    public char[] characters() {
        return characters;
    }

    /** A copy in UTF-8, which the caller clears. */
    public byte[] bytes() {
        ByteBuffer encoded = StandardCharsets.UTF_8.encode(CharBuffer.wrap(characters));
        byte[] bytes = new byte[encoded.remaining()];
        encoded.get(bytes);
        encoded.clear();
        while (encoded.hasRemaining()) {
            encoded.put((byte) 0);
        }
        return bytes;
    }

    @Override
    public void close() {
        Arrays.fill(characters, '\0');
    }

    @Override
    public String toString() {
        return "(secret)";
    }
}
