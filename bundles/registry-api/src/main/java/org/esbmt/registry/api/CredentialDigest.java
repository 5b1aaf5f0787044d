package org.esbmt.registry.api;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** The SHA-256 of a token's text or of a certificate's DER encoding, as 64 hexadecimal digits in lower case. */
public record CredentialDigest(String hex) {
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{64}");

    public CredentialDigest {
        if (!FORM.matcher(hex).matches()) {
            throw new IllegalArgumentException("a SHA-256 digest is 64 hexadecimal digits in lower case");
        }
    }

    /** The digest of these bytes. */
    public static CredentialDigest of(byte[] content) {
        try {
            return new CredentialDigest(HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(content)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
