package org.esbmt.xml.api;

import java.security.SecureRandom;

/**
 * The hash of names in messages. Senders choose the names, so the constants are drawn at the start of the process.
 * Otherwise names with a common hash could be sent on purpose and turn every search into a comparison of all names.
 * With its shift the hash is not a polynomial, for which such names exist whatever the multiplier.
 */
final class SeededHash {
    private static final SeededHash PROCESS = random();

    private final long seed;
    private final long multiplier;

    SeededHash(long seed, long multiplier) {
        this.seed = seed;
        this.multiplier = multiplier | 1;
    }

    static SeededHash random() {
        SecureRandom random = new SecureRandom();
        return new SeededHash(random.nextLong(), random.nextLong());
    }

    /** The hash with this process's constants. */
    static int of(byte[] b, int from, int length) {
        return PROCESS.hash(b, from, length);
    }

    int hash(byte[] b, int from, int length) {
        long h = seed ^ length;
        int i = from;
        int to = from + length;
        for (; i + Long.BYTES <= to; i += Long.BYTES) {
            h = mixed(h ^ XmlBytes.word(b, i));
        }
        long last = 0;
        for (; i < to; i++) {
            last = (last << Byte.SIZE) | (b[i] & 0xFF);
        }
        return (int) mixed(h ^ last);
    }

    /** The upper half depends on all bits, and goes into the lower one. */
    private long mixed(long h) {
        long product = h * multiplier;
        return product ^ (product >>> 32);
    }
}
