package org.esbmt.xml.api;

/**
 * Numbers by which names are compared. A name of up to seven bytes is its own number. A longer one has a {@link SeededHash}, and
 * the bytes decide.
 */
final class NameKey {
    private static final int LONGEST_EXACT = 7;
    private static final int LENGTH_SHIFT = 56;
    private static final long HASHED = 0xFFL << LENGTH_SHIFT;

    private NameKey() {}

    static long of(byte[] b, int from, int length) {
        if (length > LONGEST_EXACT) {
            return HASHED | (SeededHash.of(b, from, length) & 0xFFFFFFFFL);
        }
        return ((long) length << LENGTH_SHIFT) | packed(b, from, length);
    }

    private static long packed(byte[] b, int from, int length) {
        if (from + Long.BYTES <= b.length) {
            return XmlBytes.lowest(XmlBytes.word(b, from), length);
        }
        long word = 0;
        for (int i = length - 1; i >= 0; i--) {
            word = (word << Byte.SIZE) | (b[from + i] & 0xFF);
        }
        return word;
    }

    /** True if names of this key and this length are the same without a comparison of their bytes. */
    static boolean isExact(int length) {
        return length <= LONGEST_EXACT;
    }
}
