package org.esbmt.management.api.message;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;

import java.security.MessageDigest;
import java.util.List;

/**
 * The keys of a node: one that seals, and others that verify while a cluster changes to another key. Thread-safe.
 *
 * @param current the key that seals; it verifies, too
 * @param former the keys that still verify
 */
public record SealKeys(SealKey current, List<SealKey> former) {
    public SealKeys {
        requireNonNull(current, "current");
        former = List.copyOf(former);
    }

    public Seal seal(String text) {
        return current.seal(requireNonNull(text, "text"));
    }

    /**
     * Returns true if one of the keys has sealed exactly this text. The duration of the check gives no information
     * about the seal.
     */
    public boolean genuine(String text, Seal seal) {
        requireNonNull(text, "text");
        byte[] code = seal.code().getBytes(US_ASCII);
        boolean genuine = same(current, text, code);
        for (SealKey key : former) {
            genuine |= same(key, text, code);
        }
        return genuine;
    }

    private static boolean same(SealKey key, String text, byte[] code) {
        return MessageDigest.isEqual(key.seal(text).code().getBytes(US_ASCII), code);
    }
}
