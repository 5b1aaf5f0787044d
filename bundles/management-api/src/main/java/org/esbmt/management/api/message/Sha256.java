package org.esbmt.management.api.message;

import static java.util.Objects.requireNonNull;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * A SHA-256 digest (FIPS 180-4).
 *
 * @param hex 64 hexadecimal digits, lower case
 */
public record Sha256(String hex) {
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{64}");

    public Sha256 {
        requireNonNull(hex, "hex");
        if (!FORM.matcher(hex).matches()) {
            throw new IllegalArgumentException("a SHA-256 digest has 64 hexadecimal digits in lower case");
        }
    }

    public static Sha256 of(byte[] bytes) {
        try {
            return new Sha256(HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** The digits. */
    @Override
    public String toString() {
        return hex;
    }
}
