package org.esbmt.message.security.internal.crypto;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.spec.SecretKeySpec;

/**
 * Nonces by which the bus recognizes the keys of its own answers. Both sides of a session have the same key, so without them
 * an answer that is sent back would be a message of the sender. A nonce is random bytes and their tag under the session's
 * key. It stands at the end of a seed, wherever a message puts the border between label and nonce.
 */
public final class AnswerNonce {
    private static final int RANDOM_BYTES = 16;
    private static final int TAG_BYTES = 16;
    private static final byte[] PURPOSE = "org.esbmt answer".getBytes(US_ASCII);

    private AnswerNonce() {}

    /** A new nonce. */
    public static byte[] make(byte[] secret, Operations operations) {
        byte[] random = operations.random(RANDOM_BYTES);
        byte[] nonce = Arrays.copyOf(random, RANDOM_BYTES + TAG_BYTES);
        System.arraycopy(tag(secret, random, operations), 0, nonce, RANDOM_BYTES, TAG_BYTES);
        return nonce;
    }

    /** True if the seed, label and nonce, ends with a nonce that {@link #make} has made for this session. */
    public static boolean ends(byte[] seed, byte[] secret, Operations operations) {
        int from = seed.length - RANDOM_BYTES - TAG_BYTES;
        if (from < 0) {
            return false;
        }
        byte[] random = Arrays.copyOfRange(seed, from, from + RANDOM_BYTES);
        byte[] tag = Arrays.copyOfRange(seed, from + RANDOM_BYTES, seed.length);
        return MessageDigest.isEqual(tag, tag(secret, random, operations));
    }

    private static byte[] tag(byte[] secret, byte[] random, Operations operations) {
        byte[] tagged = Arrays.copyOf(PURPOSE, PURPOSE.length + random.length);
        System.arraycopy(random, 0, tagged, PURPOSE.length, random.length);
        return Arrays.copyOf(operations.hmac(new SecretKeySpec(secret, "HmacSHA256"), tagged), TAG_BYTES);
    }
}
