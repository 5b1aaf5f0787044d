package org.esbmt.registry.api.service;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * Identifies an artifact by its content.
 *
 * @param hex SHA-256, 64 digits in lower case
 */
public record Digest(String hex) {
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{64}");

    public Digest {
        if (!FORM.matcher(hex).matches()) {
            throw new IllegalArgumentException("a digest is 64 digits 0 to 9 and a to f");
        }
    }

    /** The digest of an artifact. */
    public static Digest of(byte[] content) {
        try {
            return ofBytes(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JRE has SHA-256", e);
        }
    }

    /**
     * The digest with these bytes.
     *
     * @param bytes 32
     */
    public static Digest ofBytes(byte[] bytes) {
        return new Digest(HexFormat.of().formatHex(bytes));
    }

    /** 32 bytes. */
    public byte[] bytes() {
        return HexFormat.of().parseHex(hex);
    }

    @Override
    public String toString() {
        return hex;
    }
}
