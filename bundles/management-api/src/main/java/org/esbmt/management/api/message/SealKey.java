package org.esbmt.management.api.message;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The shared secret of a cluster's nodes, which authenticates their messages by HMAC-SHA256 (RFC 2104, FIPS 180-4). */
public final class SealKey {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int BYTES = 32;
    private static final int ID_BYTES = 8;
    /** A prefix of every sealed text. It separates seals of messages from other seals with the same secret. */
    private static final byte[] PURPOSE = "org.esbmt management message 1\n".getBytes(US_ASCII);

    private final SecretKeySpec secret;
    private final String id;

    private SealKey(byte[] secret) {
        if (secret.length != BYTES) {
            throw new IllegalArgumentException("a key for seals has " + BYTES + " bytes");
        }
        this.secret = new SecretKeySpec(secret, ALGORITHM);
        byte[] name = mac("org.esbmt management key id".getBytes(US_ASCII));
        this.id = HexFormat.of().formatHex(Arrays.copyOf(name, ID_BYTES));
    }

    public static SealKey generate() {
        byte[] secret = new byte[BYTES];
        new SecureRandom().nextBytes(secret);
        return new SealKey(secret);
    }

    /**
     * Reads the output of {@link #text}.
     *
     * @throws IllegalArgumentException for any other text; the message does not contain it
     */
    public static SealKey parse(String text) {
        byte[] secret;
        try {
            secret = Base64.getUrlDecoder().decode(requireNonNull(text, "text"));
        } catch (IllegalArgumentException e) {
            // Thrown without its cause, because the cause quotes the text.
            throw new IllegalArgumentException("a key for seals is " + BYTES + " bytes in base64url");
        }
        return new SealKey(secret);
    }

    /** The secret, for a file that only the bus may read, and for nothing else. */
    public String text() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(secret.getEncoded());
    }

    /** Identifies the key without information about the secret; 16 hexadecimal digits. */
    public String id() {
        return id;
    }

    Seal seal(String text) {
        return new Seal(id, HexFormat.of().formatHex(mac(PURPOSE, text.getBytes(UTF_8))));
    }

    private byte[] mac(byte[]... parts) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(secret);
            for (byte[] part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    /** The id, never the secret. */
    @Override
    public String toString() {
        return "SealKey[" + id + "]";
    }
}
