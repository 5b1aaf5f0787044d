package org.esbmt.administration.api;

import java.security.SecureRandom;
import java.util.Arrays;

/**
 * A new password on its way to the registry. Cleared by {@link #close}, never shown by {@link #toString}.
 *
 * <p>12 to 256 characters; the rule is length alone (NIST SP 800-63B, section 5.1.1).
 */
public final class Password implements AutoCloseable {
    /** The smallest number of characters. */
    public static final int MIN_LENGTH = 12;
    /** The largest number of characters, the same as in the schema of the TenantContext. */
    public static final int MAX_LENGTH = 256;

    /** Letters and digits that cannot be mistaken for each other. */
    private static final String ALPHABET = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

    private static final int GROUPS = 4;
    private static final int GROUP = 5;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final char[] characters;

    /** Generates a random password for people to copy: four groups of five letters and digits, 116 bits. */
    public static Password generated() {
        char[] random = new char[GROUPS * (GROUP + 1) - 1];
        for (int i = 0; i < random.length; i++) {
            random[i] = i % (GROUP + 1) == GROUP ? '-' : ALPHABET.charAt(RANDOM.nextInt(ALPHABET.length()));
        }
        try {
            return new Password(random);
        } finally {
            Arrays.fill(random, '\0');
        }
    }

    /** @param characters copied; the caller clears its own array */
    public Password(char[] characters) {
        if (characters.length < MIN_LENGTH || characters.length > MAX_LENGTH) {
            throw new IllegalArgumentException("a password has " + MIN_LENGTH + " to " + MAX_LENGTH
                    + " characters, this one has " + characters.length);
        }
        this.characters = characters.clone();
    }

    /** Returns the characters themselves, not a copy. All of them are NUL after {@link #close}. */
    public char[] characters() {
        return characters;
    }

    @Override
    public void close() {
        Arrays.fill(characters, '\0');
    }

    @Override
    public String toString() {
        return "(password)";
    }
}
