package org.esbmt.registry.api;

/** The characters allowed in names, and the form in which a refused name is shown. */
final class Printable {
    private static final int SHOWN = 80;

    private Printable() {}

    /**
     * A character that shows something of its own. Not: controls, spaces, unassigned and private characters, lone
     * surrogates, and format characters, which make two names look the same.
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

    /** In quotes, shortened, and with {@code ?} for what would disturb a log. */
    static String shown(String text) {
        StringBuilder shown = new StringBuilder("'");
        text.codePoints().limit(SHOWN).forEach(c -> shown.appendCodePoint(c == ' ' || visible(c) ? c : '?'));
        return shown.append(text.length() > SHOWN ? "...'" : "'").toString();
    }
}
