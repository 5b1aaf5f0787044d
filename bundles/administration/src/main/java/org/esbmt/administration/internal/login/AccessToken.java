package org.esbmt.administration.internal.login;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import org.esbmt.registry.api.CredentialDigest;

/** The text of a personal access token: a prefix that scanners of leaked secrets find, and 256 random bits in base64url. */
final class AccessToken {
    private static final String PREFIX = "esbmt_";
    private static final int BYTES = 32;
    private static final int LENGTH = PREFIX.length() + 43;
    private static final SecureRandom RANDOM = new SecureRandom();

    private AccessToken() {}

    static String generated() {
        byte[] random = new byte[BYTES];
        RANDOM.nextBytes(random);
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    static CredentialDigest digest(String token) {
        return CredentialDigest.of(token.getBytes(US_ASCII));
    }

    /** The digest of a text that came as a token; empty if no token has that form. */
    static Optional<CredentialDigest> digest(char[] text) {
        if (text.length != LENGTH) {
            return Optional.empty();
        }
        byte[] bytes = new byte[LENGTH];
        try {
            for (int i = 0; i < LENGTH; i++) {
                char c = text[i];
                if (i < PREFIX.length() ? c != PREFIX.charAt(i) : !isOfBase64Url(c)) {
                    return Optional.empty();
                }
                bytes[i] = (byte) c;
            }
            return Optional.of(CredentialDigest.of(bytes));
        } finally {
            Arrays.fill(bytes, (byte) 0);
        }
    }

    private static boolean isOfBase64Url(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    }
}
