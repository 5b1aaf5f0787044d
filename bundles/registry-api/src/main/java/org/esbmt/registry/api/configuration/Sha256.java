package org.esbmt.registry.api.configuration;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** A SHA-256 digest (FIPS 180-4) as 64 hexadecimal digits in lower case. */
public record Sha256(String hex) {
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{64}");

    public Sha256 {
        if (!FORM.matcher(hex).matches()) {
            throw new IllegalArgumentException("a SHA-256 digest is 64 hexadecimal digits in lower case");
        }
    }

    /** The digest of these bytes. */
    public static Sha256 of(byte[] content) {
        try {
            return fromBytes(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** The digest with these 32 bytes. */
    public static Sha256 fromBytes(byte[] digest) {
        return new Sha256(HexFormat.of().formatHex(digest));
    }

    /** 32 bytes, a new array each time. */
    public byte[] bytes() {
        return HexFormat.of().parseHex(hex);
    }

    @Override
    public String toString() {
        return hex;
    }
}
