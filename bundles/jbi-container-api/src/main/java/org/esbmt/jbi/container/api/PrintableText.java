package org.esbmt.jbi.container.api;

/** Makes untrusted text printable, for terminals, logs and one line of an answer. */
public final class PrintableText {
    private PrintableText() {}

    /**
     * The text on one line, with '?' in place of unprintable characters, and cut at the limit.
     *
     * @param longest in characters, without the dots behind a cut text
     */
    public static String of(String text, int longest) {
        String cut = text.length() <= longest ? text : text.substring(0, longest) + "...";
        return cut.replaceAll("[\\p{Cntrl}\\p{Cf}\\p{Co}\\p{Cn}\\p{Cs}\\p{Zl}\\p{Zp}\\x{80}-\\x{9f}]", "?");
    }
}
