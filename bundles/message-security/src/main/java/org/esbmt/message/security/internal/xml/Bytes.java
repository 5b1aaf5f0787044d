package org.esbmt.message.security.internal.xml;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Searches in bytes, eight at a time: values and text are a third faster read so (MessageSecurityCost). */
final class Bytes {
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private Bytes() {}

    /** The high bit of each byte that is this character. Bytes above the first of them may have it, too. */
    private static long has(long w, byte c) {
        long x = w ^ (c * ONES);
        return (x - ONES) & ~x & HIGH_BITS;
    }

    /** The high bit of each byte of ASCII that is below this character. Bytes above the first of them may have it, too. */
    private static long below(long w, char c) {
        return (w - (c * ONES)) & ~w & HIGH_BITS;
    }

    /** The index of the first byte that is this character of ASCII; {@code to} if there is none. */
    static int find(byte[] b, int from, int to, byte c) {
        int i = from;
        while (i + Long.BYTES <= to) {
            long found = has((long) WORDS.get(b, i), c);
            if (found != 0) {
                return i + (Long.numberOfTrailingZeros(found) >>> 3);
            }
            i += Long.BYTES;
        }
        while (i < to && b[i] != c) {
            i++;
        }
        return i;
    }

    /** True if there is an ampersand, white space or a control character of ASCII. */
    static boolean hasReferenceOrSpace(byte[] b, int from, int to) {
        int i = from;
        while (i + Long.BYTES <= to) {
            long w = (long) WORDS.get(b, i);
            if ((below(w, '!') | has(w, (byte) '&')) != 0) {
                return true;
            }
            i += Long.BYTES;
        }
        for (; i < to; i++) {
            if (b[i] == '&' || (b[i] >= 0 && b[i] <= ' ')) {
                return true;
            }
        }
        return false;
    }

    /** The index up to which text has none of the bytes that canonical form replaces; perhaps less. */
    static int plainText(byte[] b, int from, int to) {
        int i = from;
        while (i + Long.BYTES <= to) {
            long w = (long) WORDS.get(b, i);
            if ((has(w, (byte) '&') | has(w, (byte) '>') | has(w, (byte) '\r')) != 0) {
                break;
            }
            i += Long.BYTES;
        }
        return i;
    }

    /** The same for an attribute's value. */
    static int plainValue(byte[] b, int from, int to) {
        int i = from;
        while (i + Long.BYTES <= to) {
            long w = (long) WORDS.get(b, i);
            if ((has(w, (byte) '&') | has(w, (byte) '"') | below(w, ' ')) != 0) {
                break;
            }
            i += Long.BYTES;
        }
        return i;
    }
}
