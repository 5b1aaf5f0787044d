package org.esbmt.tenancy.api;

/** The characters allowed in names of others. */
final class Printable {
    private Printable() {}

    /** True for a text of characters with a shape of their own, with spaces between them alone. */
    static boolean is(String text) {
        return !text.startsWith(" ") && !text.endsWith(" ") && text.codePoints().allMatch(Printable::is);
    }

    private static boolean is(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SPACE_SEPARATOR -> codePoint == ' ';
            default -> true;
        };
    }
}
