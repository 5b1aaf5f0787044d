package org.esbmt.xml.api;

import java.util.Arrays;

/**
 * A copy of some content, with {@link #LETTER} in place of each byte beyond ASCII that may be in a name, and
 * {@link #NO_LETTER} in place of others. Some readers take NEL and other such characters for spaces.
 */
final class AsciiWindow {
    static final int LENGTH = 4096;

    private static final long HIGH_BITS = 0x8080808080808080L;

    private static final byte LETTER = 'a';
    /** It neither begins a tag behind '<', nor belongs to a name. */
    private static final byte NO_LETTER = '%';

    private final byte[] bytes = new byte[LENGTH];

    byte[] bytes() {
        return bytes;
    }

    /** Fills the window with whole characters that XML allows; returns their number of bytes. */
    int fill(byte[] b, int from, int to) {
        int n = to - from;
        System.arraycopy(b, from, bytes, 0, n);
        int i = 0;
        while (i < n) {
            if (i + Long.BYTES <= n && (XmlBytes.word(bytes, i) & HIGH_BITS) == 0) {
                i += Long.BYTES;
            } else if (bytes[i] >= 0) {
                i++;
            } else {
                int length = lengthAt(b, from + i, from + n);
                int c = length == 0 ? 0 : character(b, from + i, length);
                if (c == 0) {
                    return i;
                }
                Arrays.fill(bytes, i, i + length, XmlBytes.isName(c) ? LETTER : NO_LETTER);
                i += length;
            }
        }
        return n;
    }

    /** The length of a character beyond ASCII; 0 if it is not whole. */
    private static int lengthAt(byte[] b, int from, int to) {
        try {
            int length = XmlBytes.utf8Length(b[from]);
            return from + length > to ? 0 : length;
        } catch (XmlRefusedException e) {
            return 0; // the lexer refuses it
        }
    }

    /** A character beyond ASCII; 0 if it is not allowed. */
    private static int character(byte[] b, int from, int length) {
        try {
            return XmlBytes.utf8(b, from, length);
        } catch (XmlRefusedException e) {
            return 0; // the lexer refuses it
        }
    }
}
