package org.esbmt.tenant.keys.internal.seal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Seals states of sessions by AES-256-GCM. Each state has a key of its own, derived by HKDF-SHA256 (RFC 5869) from a sealing
 * key, the registry and a random salt: so random nonces never repeat under one key, however many sessions begin. The sealed
 * form is a format number, the generation, the salt, the nonce, the encrypted state and the tag. Any thread.
 */
final class SessionSealer {
    static final int STATE_BYTES = 112;

    private static final short FORMAT = 1;
    private static final byte[] INFO = "org.esbmt session token 1".getBytes(US_ASCII);
    private static final String HMAC = "HmacSHA256";
    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final int SALT_BYTES = 16;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BYTES = 16;
    private static final int HEAD_BYTES = Short.BYTES + Integer.BYTES + SALT_BYTES;
    static final int SEALED_BYTES = HEAD_BYTES + NONCE_BYTES + STATE_BYTES + TAG_BYTES;

    private final SecureRandom random = new SecureRandom();
    private final int first;
    /** The pseudorandom keys of HKDF's first step, by generation. */
    private final Map<Integer, SecretKeySpec> extracted = new HashMap<>();

    SessionSealer(UUID registry, SealingKeys keys) {
        requireNonNull(registry, "registry");
        this.first = keys.first();
        byte[] salt = ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(registry.getMostSignificantBits())
                .putLong(registry.getLeastSignificantBits())
                .array();
        for (int generation : keys.generations()) {
            SecretKey key = keys.find(generation).orElseThrow();
            byte[] encoded = key.getEncoded();
            extracted.put(generation, new SecretKeySpec(hmac(new SecretKeySpec(salt, HMAC), encoded), HMAC));
            Arrays.fill(encoded, (byte) 0);
        }
    }

    private static byte[] hmac(SecretKeySpec key, byte[]... parts) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(key);
            for (byte[] part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + HMAC, e);
        }
    }

    /** HKDF's second step. Its one block is the key. */
    private static SecretKeySpec expanded(SecretKeySpec extracted, byte[] salt) {
        return new SecretKeySpec(hmac(extracted, INFO, salt, new byte[] {1}), "AES");
    }

    byte[] seal(byte[] state) {
        if (state.length != STATE_BYTES) {
            throw new IllegalArgumentException("the state of a session has " + STATE_BYTES + " bytes");
        }
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        ByteBuffer sealed = ByteBuffer.allocate(SEALED_BYTES)
                .putShort(FORMAT)
                .putInt(first)
                .put(salt)
                .put(nonce);
        try {
            Cipher cipher = Cipher.getInstance(CIPHER);
            cipher.init(
                    Cipher.ENCRYPT_MODE,
                    expanded(extracted.get(first), salt),
                    new GCMParameterSpec(TAG_BYTES * Byte.SIZE, nonce));
            cipher.updateAAD(sealed.array(), 0, HEAD_BYTES);
            sealed.put(cipher.doFinal(state));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + CIPHER, e);
        }
        return sealed.array();
    }

    /** Empty if these bytes were not sealed by a key of this installation. */
    Optional<byte[]> open(byte[] sealed) {
        if (sealed.length != SEALED_BYTES) {
            return Optional.empty();
        }
        ByteBuffer head = ByteBuffer.wrap(sealed);
        short format = head.getShort();
        SecretKeySpec key = extracted.get(head.getInt());
        if (format != FORMAT || key == null) {
            return Optional.empty();
        }
        byte[] salt = new byte[SALT_BYTES];
        head.get(salt);
        try {
            Cipher cipher = Cipher.getInstance(CIPHER);
            cipher.init(
                    Cipher.DECRYPT_MODE,
                    expanded(key, salt),
                    new GCMParameterSpec(TAG_BYTES * Byte.SIZE, sealed, HEAD_BYTES, NONCE_BYTES));
            cipher.updateAAD(sealed, 0, HEAD_BYTES);
            int from = HEAD_BYTES + NONCE_BYTES;
            return Optional.of(cipher.doFinal(sealed, from, sealed.length - from));
        } catch (AEADBadTagException e) {
            return Optional.empty();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + CIPHER, e);
        }
    }
}
