package org.esbmt.tenant.keys.internal.seal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
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

    private static final int MOST_IDLE = 64;

    private final SecureRandom random = new SecureRandom();
    /** Idle objects, lent to one thread at a time: to look them up takes longer than to use them (MessageSecurityCost). */
    private final BlockingQueue<Tools> idle = new ArrayBlockingQueue<>(MOST_IDLE);

    private final int first;
    /** The pseudorandom keys of HKDF's first step, by generation. */
    private final Map<Integer, SecretKeySpec> extracted = new HashMap<>();

    private static final class Tools {
        private final Mac mac;
        private final Cipher cipher;

        Tools() {
            try {
                mac = Mac.getInstance(HMAC);
                cipher = Cipher.getInstance(CIPHER);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("every Java platform has " + HMAC + " and " + CIPHER, e);
            }
        }

        byte[] hmac(SecretKeySpec key, byte[]... parts) throws InvalidKeyException {
            mac.init(key);
            for (byte[] part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        }

        /** HKDF's second step. Its one block is the key. */
        SecretKeySpec expanded(SecretKeySpec extracted, byte[] salt) throws InvalidKeyException {
            return new SecretKeySpec(hmac(extracted, INFO, salt, new byte[] {1}), "AES");
        }
    }

    private Tools take() {
        Tools tools = idle.poll();
        return tools == null ? new Tools() : tools;
    }

    SessionSealer(UUID registry, SealingKeys keys) {
        requireNonNull(registry, "registry");
        this.first = keys.first();
        byte[] salt = ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(registry.getMostSignificantBits())
                .putLong(registry.getLeastSignificantBits())
                .array();
        Tools tools = take();
        try {
            for (int generation : keys.generations()) {
                SecretKey key = keys.find(generation).orElseThrow();
                byte[] encoded = key.getEncoded();
                extracted.put(generation, new SecretKeySpec(tools.hmac(new SecretKeySpec(salt, HMAC), encoded), HMAC));
                Arrays.fill(encoded, (byte) 0);
            }
        } catch (InvalidKeyException e) {
            throw new IllegalStateException("HMAC takes every key", e);
        }
        idle.offer(tools);
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
        Tools tools = take();
        try {
            tools.cipher.init(
                    Cipher.ENCRYPT_MODE,
                    tools.expanded(extracted.get(first), salt),
                    new GCMParameterSpec(TAG_BYTES * Byte.SIZE, nonce));
            tools.cipher.updateAAD(sealed.array(), 0, HEAD_BYTES);
            sealed.put(tools.cipher.doFinal(state));
            idle.offer(tools);
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
        Tools tools = take();
        try {
            tools.cipher.init(
                    Cipher.DECRYPT_MODE,
                    tools.expanded(key, salt),
                    new GCMParameterSpec(TAG_BYTES * Byte.SIZE, sealed, HEAD_BYTES, NONCE_BYTES));
            tools.cipher.updateAAD(sealed, 0, HEAD_BYTES);
            int from = HEAD_BYTES + NONCE_BYTES;
            byte[] state = tools.cipher.doFinal(sealed, from, sealed.length - from);
            idle.offer(tools); // one that has failed is dropped
            return Optional.of(state);
        } catch (AEADBadTagException e) {
            return Optional.empty();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + CIPHER, e);
        }
    }
}
