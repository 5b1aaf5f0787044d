package org.esbmt.message.security.internal.xml;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import org.esbmt.message.security.api.SecurityRefusedException;

/**
 * Writes characters as Canonical XML 1.0 demands (section 2.3): line ends normalized, references replaced, special
 * characters escaped.
 */
final class CanonicalCharacters {
    private static final byte IN_TEXT = 1;
    private static final byte IN_VALUE = 2;
    /** The bytes that are not written as they are. */
    private static final byte[] SPECIAL = new byte[256];

    private static final byte[] AMP = "&amp;".getBytes(US_ASCII);
    private static final byte[] LT = "&lt;".getBytes(US_ASCII);
    private static final byte[] GT = "&gt;".getBytes(US_ASCII);
    private static final byte[][] KEPT_IN_TEXT = {AMP, LT, GT};
    private static final byte[] QUOT = "&quot;".getBytes(US_ASCII);
    private static final byte[] TAB = "&#x9;".getBytes(US_ASCII);
    private static final byte[] LINE_FEED = "&#xA;".getBytes(US_ASCII);
    private static final byte[] RETURN = "&#xD;".getBytes(US_ASCII);
    /** The longest reference to a character of XML, with some leading zeros. */
    private static final int LONGEST_REFERENCE = 32;

    static {
        SPECIAL['&'] = IN_TEXT | IN_VALUE;
        SPECIAL['\r'] = IN_TEXT | IN_VALUE;
        SPECIAL['>'] = IN_TEXT;
        SPECIAL['"'] = IN_VALUE; // between single quotes
        SPECIAL['\t'] = IN_VALUE;
        SPECIAL['\n'] = IN_VALUE;
    }

    private final CanonicalOutput out;

    CanonicalCharacters(CanonicalOutput out) {
        this.out = out;
    }

    /** The index behind a reference that canonical form of text has, too; else that of its '&'. */
    static int endOfKept(byte[] b, int at, int to) {
        for (byte[] kept : KEPT_IN_TEXT) {
            int end = at + kept.length;
            if (end <= to && b[at + 1] == kept[1] && Arrays.equals(b, at, end, kept, 0, kept.length)) {
                return end;
            }
        }
        return at;
    }

    /** Character data between markup. */
    void text(byte[] b, int from, int to) throws SecurityRefusedException {
        int run = from;
        int i = Bytes.plainText(b, from, to);
        while (i < to) {
            if ((SPECIAL[b[i] & 0xFF] & IN_TEXT) == 0) {
                i++;
                continue;
            }
            out.put(b, run, i);
            if (b[i] == '&') {
                i = reference(b, i, to, false);
            } else if (b[i] == '>') {
                put(GT);
            } else {
                lineEnd(b, i, to, '\n');
            }
            run = ++i;
        }
        out.put(b, run, to);
    }

    /** An attribute's value. */
    void value(byte[] b, int from, int to) throws SecurityRefusedException {
        int run = from;
        int i = Bytes.plainValue(b, from, to);
        while (i < to) {
            if ((SPECIAL[b[i] & 0xFF] & IN_VALUE) == 0) {
                i++;
                continue;
            }
            out.put(b, run, i);
            if (b[i] == '&') {
                i = reference(b, i, to, true);
            } else if (b[i] == '"') {
                put(QUOT);
            } else if (b[i] == '\r') {
                lineEnd(b, i, to, ' ');
            } else {
                out.put(' ');
            }
            run = ++i;
        }
        out.put(b, run, to);
    }

    /** The characters of a CDATA section, which stand for themselves. */
    void literal(byte[] b, int from, int to) {
        for (int i = from; i < to; i++) {
            switch (b[i]) {
                case '&' -> put(AMP);
                case '<' -> put(LT);
                case '>' -> put(GT);
                case '\r' -> lineEnd(b, i, to, '\n');
                default -> out.put(b[i]);
            }
        }
    }

    /** A processing instruction: one space behind the target, if there is anything. */
    void instruction(byte[] b, int from, int to) {
        int end = to - 2;
        int targetTo = from + 2;
        while (targetTo < end && !Markup.isSpace(b[targetTo])) {
            targetTo++;
        }
        int data = targetTo;
        while (data < end && Markup.isSpace(b[data])) {
            data++;
        }
        out.put(b, from, targetTo);
        if (data < end) {
            out.put(' ');
        }
        for (int i = data; i < end; i++) {
            if (b[i] == '\r') {
                lineEnd(b, i, end, '\n');
            } else {
                out.put(b[i]);
            }
        }
        out.put(b, end, to);
    }

    /** A carriage return stands for a line end, unless a line feed follows, which does so itself. */
    private void lineEnd(byte[] b, int at, int to, char as) {
        if (at + 1 == to || b[at + 1] != '\n') {
            out.put(as);
        }
    }

    /** Returns the index of the ';'. */
    private int reference(byte[] b, int at, int to, boolean inValue) throws SecurityRefusedException {
        int end = at + 1;
        while (end < to && b[end] != ';' && end - at < LONGEST_REFERENCE) {
            end++;
        }
        Refusal.invalidIf(end == to || b[end] != ';', "There is a reference that is too long.");
        int c = referred(new String(b, at + 1, end - at - 1, US_ASCII));
        switch (c) {
            case '&' -> put(AMP);
            case '<' -> put(LT);
            case '\r' -> put(RETURN);
            case '>' -> put(inValue ? new byte[] {'>'} : GT);
            case '"' -> put(inValue ? QUOT : new byte[] {'"'});
            case '\t' -> put(inValue ? TAB : new byte[] {'\t'});
            case '\n' -> put(inValue ? LINE_FEED : new byte[] {'\n'});
            default -> put(Character.toString(c).getBytes(UTF_8));
        }
        return end;
    }

    private static int referred(String name) throws SecurityRefusedException {
        return switch (name) {
            case "amp" -> '&';
            case "lt" -> '<';
            case "gt" -> '>';
            case "quot" -> '"';
            case "apos" -> '\'';
            default -> number(name);
        };
    }

    private static int number(String name) throws SecurityRefusedException {
        try {
            boolean hexadecimal = name.startsWith("#x");
            int c = Integer.parseUnsignedInt(name.substring(hexadecimal ? 2 : 1), hexadecimal ? 16 : 10);
            if (Character.isValidCodePoint(c)) {
                return c;
            }
        } catch (NumberFormatException e) {
            // refused below
        }
        throw Refusal.invalid("There is a malformed reference.");
    }

    private void put(byte[] b) {
        out.put(b, 0, b.length);
    }
}
