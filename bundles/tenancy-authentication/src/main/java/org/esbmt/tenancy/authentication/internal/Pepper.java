package org.esbmt.tenancy.authentication.internal;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** The secret of the installation in every verifier; the database does not contain it. */
final class Pepper {
    private static final int BYTES = 32;
    private static final String ALGORITHM = "HmacSHA256";

    private final byte[] secret;

    private Pepper(byte[] secret) {
        this.secret = secret;
    }

    static Pepper generate() {
        byte[] secret = new byte[BYTES];
        new SecureRandom().nextBytes(secret);
        return new Pepper(secret);
    }

    /**
     * Parses the result of {@link #text}.
     *
     * @throws IllegalArgumentException if the text is anything else
     */
    static Pepper parse(String text) {
        byte[] secret = Base64.getUrlDecoder().decode(text);
        if (secret.length != BYTES) {
            throw new IllegalArgumentException("a pepper has " + BYTES + " bytes");
        }
        return new Pepper(secret);
    }

    /** The form for the file, and for nothing else. */
    String text() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
    }

    /** Not a copy. */
    byte[] secret() {
        return secret;
    }

    /** Identifies a pepper without revealing it; 11 characters, the {@code keyid} of a verifier. */
    String fingerprint() {
        byte[] digest = derived("org.esbmt pepper fingerprint");
        return Base64.getEncoder().withoutPadding().encodeToString(Arrays.copyOf(digest, 8));
    }

    /** The key of {@link ProvenSources}; it reveals nothing about the pepper. */
    SecretKey keyOfSources() {
        return new SecretKeySpec(derived("org.esbmt proven sources"), ALGORITHM);
    }

    private byte[] derived(String purpose) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
            return mac.doFinal(purpose.getBytes(US_ASCII));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }
}
