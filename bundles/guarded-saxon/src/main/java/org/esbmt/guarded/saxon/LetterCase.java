package org.esbmt.guarded.saxon;

import java.util.Locale;

/**
 * Changes the case of texts like {@link String}, whatever the platform's language is, in a time that grows with their
 * length. {@code String} copies the whole result for each letter that becomes two, and looks at the whole word of each
 * sigma. So maliciously chosen texts take the square of their length or more, in one call that cannot be stopped.
 */
final class LetterCase {
    /** The largest number of characters of one call. A longer word is cut. */
    private static final int PIECE = 128;

    private static final char SIGMA = '\u03a3';

    private LetterCase() {}

    static String upper(String text) {
        return change(text, true);
    }

    /** A sigma at the end of a word becomes another letter than other ones; it may also do so where a long word is cut. */
    static String lower(String text) {
        if (text.indexOf(SIGMA) >= 0) {
            Guard.room();
        }
        return change(text, false);
    }

    private static String change(String text, boolean upper) {
        if (text.length() <= PIECE) {
            return changeAtOnce(text, upper);
        }
        StringBuilder changed = new StringBuilder(text.length());
        int from = 0;
        while (from < text.length()) {
            Guard.check();
            int to = endOfPiece(text, from);
            changed.append(changeAtOnce(text.substring(from, to), upper));
            from = to;
        }
        return changed.toString();
    }

    private static String changeAtOnce(String text, boolean upper) {
        return upper ? text.toUpperCase(Locale.ROOT) : text.toLowerCase(Locale.ROOT);
    }

    /** An index behind the last white space of the piece; without white space, one that divides no character. */
    private static int endOfPiece(String text, int from) {
        int most = from + PIECE;
        if (most >= text.length()) {
            return text.length();
        }
        for (int i = most; i > from; i--) {
            if (text.charAt(i - 1) <= ' ') {
                return i;
            }
        }
        return Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
    }
}
