package org.esbmt.xml.api;

import java.security.SecureRandom;

/**
 * The hash of names in messages. Senders choose the names, so its constants are drawn when the process starts: nobody can
 * send names that share a hash on purpose, which would turn every search into a comparison of all of them. The shift makes
 * it no polynomial, for which such names exist whatever the multiplier.
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

    /** With this process's constants. */
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
