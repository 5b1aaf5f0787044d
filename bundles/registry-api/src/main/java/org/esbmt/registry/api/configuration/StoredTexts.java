package org.esbmt.registry.api.configuration;

import java.util.regex.Pattern;

/** The texts that the registry stores unchanged. */
final class StoredTexts {
    private static final Pattern KIND = Pattern.compile("[A-Z][A-Z0-9_]{0,63}");

    private StoredTexts() {}

    /**
     * Refuses texts that a database cannot store, or that two readers would decode differently: overlong texts, U+0000,
     * lone surrogates.
     *
     * @param max characters (UTF-16 units)
     */
    static void check(String name, String text, int min, int max) {
        if (text.length() < min || text.length() > max) {
            throw new IllegalArgumentException(
                    name + " has " + min + " to " + max + " characters, but has " + text.length());
        }
        if (text.codePoints().anyMatch(c -> c == 0 || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE))) {
            throw new IllegalArgumentException(name + " has no U+0000 and no half of a surrogate pair");
        }
    }

    /** Also refuses characters that do not belong in a name on one line: controls, spaces and format characters. */
    static void checkName(String name, String text, int max) {
        check(name, text, 1, max);
        if (text.codePoints()
                .anyMatch(c -> Character.isISOControl(c)
                        || Character.isWhitespace(c)
                        || Character.isSpaceChar(c)
                        || Character.getType(c) == Character.FORMAT)) {
            throw new IllegalArgumentException(name + " has no spaces and no control or format characters");
        }
    }

    static void checkKind(String kind) {
        if (!KIND.matcher(kind).matches()) {
            throw new IllegalArgumentException("a kind of operation is 1 to 64 of A-Z, 0-9 and '_', a letter first");
        }
    }
}
