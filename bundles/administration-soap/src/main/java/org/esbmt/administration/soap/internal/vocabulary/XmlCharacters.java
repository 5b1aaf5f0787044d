package org.esbmt.administration.soap.internal.vocabulary;

/** The characters that XML 1.0 permits. */
public final class XmlCharacters {
    private static final char REPLACEMENT = '\uFFFD';

    private XmlCharacters() {}

    /** Replaces each character that no XML document has, so that a text of a tenant never breaks an answer. */
    public static String valid(String text) {
        if (text.codePoints().allMatch(XmlCharacters::isValid)) {
            return text;
        }
        StringBuilder valid = new StringBuilder(text.length());
        text.codePoints().forEach(c -> valid.appendCodePoint(isValid(c) ? c : REPLACEMENT));
        return valid.toString();
    }

    private static boolean isValid(int c) {
        return c == '\t'
                || c == '\n'
                || c == '\r'
                || (c >= ' ' && c < Character.MIN_SURROGATE)
                || (c > Character.MAX_SURROGATE && c < 0xFFFE)
                || c > 0xFFFF;
    }
}
