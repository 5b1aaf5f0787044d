package org.esbmt.registry.api;

/** The characters allowed in names, and the form in which a refused name is shown. */
final class Printable {
    private static final int SHOWN = 80;

    private Printable() {}

    /**
     * True for a character with a shape of its own. False for controls, spaces, unassigned and private characters and
     * lone surrogates. Also false for format characters, since two names with them can look the same.
     */
    static boolean visible(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.SPACE_SEPARATOR,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }

    /** The text in quotes, shortened, with {@code ?} in place of characters that would disturb a log. */
    static String shown(String text) {
        StringBuilder shown = new StringBuilder("'");
        text.codePoints().limit(SHOWN).forEach(c -> shown.appendCodePoint(c == ' ' || visible(c) ? c : '?'));
        return shown.append(text.length() > SHOWN ? "...'" : "'").toString();
    }
}
