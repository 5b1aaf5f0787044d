package org.esbmt.testing;

/**
 * The most expensive header block within the limits. It has 2,500 attributes; their 252 prefixes in scope share one
 * hash under every polynomial of base 31, such as that of String.
 */
public final class CollidingNames {
    public static final int PREFIXES = 252;
    public static final int ATTRIBUTES = 2500;
    private static final int ATTRIBUTES_OF_AN_ELEMENT = 100;
    private static final int DECLARATIONS_OF_AN_ELEMENT = 63;

    private CollidingNames() {}

    /** Sixteen letters, composed of the pairs {@code Aa} and {@code BB}. */
    public static String prefix(int i) {
        StringBuilder name = new StringBuilder();
        for (int bit = 0; bit < 8; bit++) {
            name.append((i >> bit & 1) == 0 ? "Aa" : "BB");
        }
        return name.toString();
    }

    /** The block for a message with at most three other declarations, within 64 KiB in total. */
    public static String block() {
        StringBuilder xml = new StringBuilder();
        for (int i = 0; i < PREFIXES; i++) {
            if (i % DECLARATIONS_OF_AN_ELEMENT == 0) {
                xml.append(i == 0 ? "<b" : "><b");
            }
            xml.append(" xmlns:").append(prefix(i)).append("=\"u").append(i).append('"');
        }
        xml.append('>');
        for (int i = 0; i < ATTRIBUTES; i++) {
            if (i % ATTRIBUTES_OF_AN_ELEMENT == 0) {
                xml.append(i == 0 ? "<a" : "/><a");
            }
            xml.append(' ').append(prefix(i * 5 % PREFIXES)).append(":x=\"\"");
        }
        return xml.append("/>")
                .append("</b>".repeat(PREFIXES / DECLARATIONS_OF_AN_ELEMENT))
                .toString();
    }
}
