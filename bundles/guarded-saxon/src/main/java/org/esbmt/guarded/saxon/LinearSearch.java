package org.esbmt.guarded.saxon;

/**
 * Searches texts like {@link String}, in a time that grows with the sum of their lengths. The time of {@code String}
 * grows with the product, for maliciously chosen texts. During its compiled search neither an evaluation can be stopped
 * nor the virtual machine reach a safepoint.
 *
 * <p>The algorithm is that of Knuth, Morris and Pratt. An evaluation is stopped in here as in Saxon's own methods.
 */
public final class LinearSearch {
    /** Shorter texts are searched by String: the product is hardly more than the sum. */
    private static final int SHORT = 8;

    private LinearSearch() {}

    public static boolean contains(String text, CharSequence part) {
        return indexOf(text, part.toString(), 0) >= 0;
    }

    /** As {@link String#indexOf(String, int)}. */
    public static int indexOf(String text, String part, int from) {
        int start = Math.max(from, 0);
        if (part.length() < SHORT || start > text.length() - part.length()) {
            return text.indexOf(part, start);
        }
        return find(text, part, start, borders(part), false);
    }

    /** As {@link String#lastIndexOf(String)}. */
    static int lastIndexOf(String text, String part) {
        if (part.length() < SHORT || part.length() > text.length()) {
            return text.lastIndexOf(part);
        }
        return find(text, part, 0, borders(part), true);
    }

    private static int find(String text, String part, int from, int[] borders, boolean last) {
        int found = -1;
        int same = 0;
        for (int i = from; i < text.length(); i++) {
            Guard.check();
            char c = text.charAt(i);
            while (same > 0 && part.charAt(same) != c) {
                same = borders[same - 1];
            }
            if (part.charAt(same) == c) {
                same++;
            }
            if (same == part.length()) {
                found = i - same + 1;
                if (!last) {
                    return found;
                }
                same = borders[same - 1];
            }
        }
        return found;
    }

    /** For each prefix of the text, the length of its longest proper prefix that is also its suffix. */
    private static int[] borders(String part) {
        int[] borders = new int[part.length()];
        int same = 0;
        for (int i = 1; i < borders.length; i++) {
            Guard.check();
            char c = part.charAt(i);
            while (same > 0 && part.charAt(same) != c) {
                same = borders[same - 1];
            }
            if (part.charAt(same) == c) {
                same++;
            }
            borders[i] = same;
        }
        return borders;
    }
}
