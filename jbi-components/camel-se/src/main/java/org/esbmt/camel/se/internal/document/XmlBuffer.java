package org.esbmt.camel.se.internal.document;

import java.util.Arrays;
import net.sf.saxon.str.Slice8;
import net.sf.saxon.str.Twine8;
import net.sf.saxon.str.UnicodeString;

/**
 * Text of an XML document in UTF-8, up to a number of bytes. The first byte above it ends the evaluation. Not for
 * concurrent use.
 */
final class XmlBuffer {
    private static final byte AS_IT_IS = 0;
    private static final byte IN_TEXT = 1;
    private static final byte IN_VALUE = 2;

    /** Bytes that are not written as they are: special characters, and all beyond US-ASCII. */
    private static final byte[] SPECIAL = special();

    private final int most;
    private byte[] bytes;
    private int length;

    /**
     * Creates an empty buffer.
     *
     * @param expected bytes
     * @param most bytes
     */
    XmlBuffer(int expected, int most) {
        this.most = most;
        this.bytes = new byte[Math.max(16, Math.min(expected, most))];
    }

    private static byte[] special() {
        byte[] table = new byte[256];
        for (int b = 0; b < 256; b++) {
            boolean always = b == '<' || b == '>' || b == '&' || b >= 0x7F || (b < ' ' && b != '\n' && b != '\t');
            table[b] = (byte) ((always ? IN_TEXT : 0) | (always || b < ' ' || b == '"' ? IN_VALUE : 0));
        }
        return table;
    }

    /** A copy. */
    byte[] toByteArray() {
        return Arrays.copyOf(bytes, length);
    }

    int length() {
        return length;
    }

    void add(char ascii) {
        ensure(1);
        bytes[length++] = (byte) ascii;
    }

    void add(byte[] utf8) {
        ensure(utf8.length);
        System.arraycopy(utf8, 0, bytes, length, utf8.length);
        length += utf8.length;
    }

    /** Adds bytes of this buffer once more. */
    void repeat(int from, int to) {
        ensure(to - from);
        System.arraycopy(bytes, from, bytes, length, to - from);
        length += to - from;
    }

    /** Adds a text as it is. */
    void add(String text) {
        int n = text.length();
        ensure(n);
        for (int i = 0; i < n; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                length += i;
                encode(text, i, AS_IT_IS);
                return;
            }
            bytes[length + i] = (byte) c;
        }
        length += n;
    }

    /** Adds a text as it is. */
    void add(UnicodeString text) {
        add(text, AS_IT_IS);
    }

    /** Adds character data. */
    void addText(UnicodeString text) {
        add(text, IN_TEXT);
    }

    /** Adds an attribute's value for quotation marks. */
    void addValue(String value) {
        int n = value.length();
        ensure(n);
        for (int i = 0; i < n; i++) {
            char c = value.charAt(i);
            if (c >= 0x80 || (SPECIAL[c] & IN_VALUE) != 0) {
                length += i;
                encode(value, i, IN_VALUE);
                return;
            }
            bytes[length + i] = (byte) c;
        }
        length += n;
    }

    private void add(UnicodeString text, byte place) {
        BoundedOutput.check(most - length - text.length()); // before a large text is converted
        if (text instanceof Slice8 slice) {
            add(slice.getByteArray(), slice.getStart(), slice.getEnd(), text, place);
        } else if (text instanceof Twine8 twine) {
            byte[] latin1 = twine.getByteArray();
            add(latin1, 0, latin1.length, text, place);
        } else {
            encode(text.toString(), 0, place);
        }
    }

    private void add(byte[] latin1, int from, int to, UnicodeString text, byte place) {
        for (int i = from; i < to; i++) {
            byte b = latin1[i];
            if (b < 0 || (SPECIAL[b] & place) != 0) {
                encode(text.toString(), 0, place);
                return;
            }
        }
        ensure(to - from);
        System.arraycopy(latin1, from, bytes, length, to - from);
        length += to - from;
    }

    /** Adds the characters from an index on, those of the place's special ones as references. */
    private void encode(String text, int from, byte place) {
        int i = from;
        while (i < text.length()) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            if (isSpecial(c, place)) {
                refer(c);
            } else {
                encode(c);
            }
        }
    }

    private static boolean isSpecial(int c, byte place) {
        return c < 0x80 ? (SPECIAL[c] & place) != 0 : place != AS_IT_IS && (c < 0xA0 || c == 0x2028);
    }

    /** No text is concatenated here: the first use of that would need much of the stack. */
    private void refer(int c) {
        switch (c) {
            case '<' -> add("&lt;");
            case '>' -> add("&gt;");
            case '&' -> add("&amp;");
            case '"' -> add("&#34;");
            case '\t' -> add("&#x9;");
            case '\n' -> add("&#xA;");
            case '\r' -> add("&#xD;");
            default -> {
                add("&#x");
                add(Integer.toHexString(c));
                add(';');
            }
        }
    }

    private void encode(int c) {
        ensure(c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4);
        if (c < 0x80) {
            bytes[length++] = (byte) c;
        } else if (c < 0x800) {
            bytes[length++] = (byte) (0xC0 | (c >> 6));
            continuation(c);
        } else if (c < 0x10000) {
            bytes[length++] = (byte) (0xE0 | (c >> 12));
            continuation(c >> 6);
            continuation(c);
        } else {
            bytes[length++] = (byte) (0xF0 | (c >> 18));
            continuation(c >> 12);
            continuation(c >> 6);
            continuation(c);
        }
    }

    private void continuation(int c) {
        bytes[length++] = (byte) (0x80 | (c & 0x3F));
    }

    private void ensure(int more) {
        if (length + more > bytes.length) {
            BoundedOutput.check((long) most - length - more);
            long doubled = Math.max(2L * bytes.length, (long) length + more);
            bytes = Arrays.copyOf(bytes, (int) Math.min(most, doubled));
        }
    }
}
