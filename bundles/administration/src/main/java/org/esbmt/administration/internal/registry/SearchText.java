package org.esbmt.administration.internal.registry;

import java.util.Optional;

/** Texts that lists are searched for. */
public final class SearchText {
    private static final int LONGEST = 1_000;

    private SearchText() {}

    /**
     * Refuses what no name has and no registry can be asked for.
     *
     * @param parameter as who asks knows it
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
            // A half of a pair is a character of its own only where the other half is missing.
            boolean half = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
            if (half || Character.isISOControl(c)) {
                throw new IllegalArgumentException(
                        parameter + " has a character that no name has: " + String.format("U+%04X", c));
            }
        });
    }
}
