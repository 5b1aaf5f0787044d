package org.esbmt.xml.api;

import java.security.SecureRandom;

/**
 * The hash of names in messages. Senders choose the names, so the constants are drawn at the start of the process.
 * Otherwise names with a common hash could be sent on purpose and turn every search into a comparison of all names.
 * With its shift the hash is not a polynomial, for which such names exist whatever the multiplier.
 */
final class SeededHash {
    private static final SeededHash PROCESS = random();

    private final int seed;
    private final int multiplier;

    SeededHash(int seed, int multiplier) {
        this.seed = seed;
        this.multiplier = multiplier | 1;
    }

    static SeededHash random() {
        SecureRandom random = new SecureRandom();
        return new SeededHash(random.nextInt(), random.nextInt());
    }

    /** The hash with this process's constants. */
    static int of(byte[] b, int from, int length) {
        return PROCESS.hash(b, from, length);
    }

    int hash(byte[] b, int from, int length) {
        int h = seed ^ length;
        for (int i = from; i < from + length; i++) {
            h = (h ^ b[i]) * multiplier;
            h ^= h >>> 15;
        }
        return h;
    }
}
