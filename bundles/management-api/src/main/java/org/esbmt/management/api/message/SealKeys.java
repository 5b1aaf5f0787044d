package org.esbmt.management.api.message;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;

import java.security.MessageDigest;
import java.util.List;

/**
 * The keys of a node: one that it seals with, and those that it takes besides while a cluster changes to another key.
 * Threads: any.
 *
 * @param current what is sealed with; taken, too
 * @param former what is still taken
 */
public record SealKeys(SealKey current, List<SealKey> former) {
    public SealKeys {
        requireNonNull(current, "current");
        former = List.copyOf(former);
    }

    public Seal seal(String text) {
        return current.seal(requireNonNull(text, "text"));
    }

    /** Whether somebody with one of the keys sealed exactly this text. How long it takes says nothing about the seal. */
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
