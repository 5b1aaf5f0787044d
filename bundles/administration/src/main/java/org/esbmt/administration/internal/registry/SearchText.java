package org.esbmt.administration.internal.registry;

import java.util.Optional;

/** Search texts for lists. */
public final class SearchText {
    private static final int LONGEST = 1_000;

    private SearchText() {}

    /**
     * Refuses a text that no name contains and no registry accepts.
     *
     * @param parameter the name under which the caller knows the text
     * @return the text
     */
    public static Optional<String> checked(String parameter, Optional<String> text) {
        text.ifPresent(asked -> check(parameter, asked));
        return text;
    }

    private static void check(String parameter, String asked) {
        if (asked.length() > LONGEST) {
            throw new IllegalArgumentException(parameter + " has " + asked.length() + " characters; " + LONGEST
                    + " are the most that can be searched for");
        }
        asked.codePoints().forEach(c -> {
            // A code point in this range is half of a surrogate pair whose other half is missing.
            boolean half = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
            if (half || Character.isISOControl(c)) {
                throw new IllegalArgumentException(
                        parameter + " has a character that no name has: " + String.format("U+%04X", c));
            }
        });
    }
}
