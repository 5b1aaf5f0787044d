package org.esbmt.tenant.keys.internal.seal;

import static java.util.Objects.requireNonNull;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.UUID;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import org.esbmt.registry.api.OpaqueBytes;
import org.esbmt.registry.api.SealedValue;

/**
 * Seals values by AES-256-GCM with a random nonce of 96 bits, and opens them. The sealed form is the nonce, the encrypted
 * value and a tag of 128 bits. The registry, the generation and the place are bound as additional data. Any thread.
 */
public final class Sealer {
    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final SecureRandom random = new SecureRandom();
    private final UUID registry;
    private final SealingKeys keys;

    Sealer(UUID registry, SealingKeys keys) {
        this.registry = requireNonNull(registry, "registry");
        this.keys = requireNonNull(keys, "keys");
    }

    /** The generation that seals. */
    int generation() {
        return keys.first();
    }

    /** Seals a copy of the value. */
    public SealedValue seal(SealedPlace place, byte[] value) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        int generation = keys.first();
        try {
            Cipher cipher = Cipher.getInstance(CIPHER);
            cipher.init(
                    Cipher.ENCRYPT_MODE, keys.find(generation).orElseThrow(), new GCMParameterSpec(TAG_BITS, nonce));
            cipher.updateAAD(place.data(registry, generation));
            byte[] sealed = Arrays.copyOf(nonce, NONCE_BYTES + cipher.getOutputSize(value.length));
            cipher.doFinal(value, 0, value.length, sealed, NONCE_BYTES);
            return new SealedValue(generation, OpaqueBytes.of(sealed));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + CIPHER, e);
        }
    }

    /**
     * Opens a value. The caller clears the result.
     *
     * @throws CannotOpenException if the key is missing, or the value was sealed for another place, or changed
     */
    public byte[] open(SealedPlace place, SealedValue sealed) throws CannotOpenException {
        SecretKey key =
                keys.find(sealed.generation()).orElseThrow(() -> new MissingSealingKeyException(sealed.generation()));
        byte[] bytes = sealed.bytes().bytes();
        if (bytes.length < NONCE_BYTES + TAG_BITS / Byte.SIZE) {
            throw foreign(place);
        }
        try {
            Cipher cipher = Cipher.getInstance(CIPHER);
            cipher.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(TAG_BITS, bytes, 0, NONCE_BYTES));
            cipher.updateAAD(place.data(registry, sealed.generation()));
            return cipher.doFinal(bytes, NONCE_BYTES, bytes.length - NONCE_BYTES);
        } catch (AEADBadTagException e) {
            throw foreign(place);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + CIPHER, e);
        }
    }

    private static CannotOpenException foreign(SealedPlace place) {
        return new CannotOpenException("the sealed value of " + place.purpose() + " " + place.name() + " of tenant "
                + place.tenant() + " was changed, or sealed for another place");
    }

    /** A value cannot be opened. The message has no capital and no full stop, and shows no secret. */
    public static class CannotOpenException extends Exception {
        private static final long serialVersionUID = 1L;

        CannotOpenException(String message) {
            super(message);
        }
    }

    /** This node lacks a sealing key that another one has. */
    public static final class MissingSealingKeyException extends CannotOpenException {
        private static final long serialVersionUID = 1L;

        MissingSealingKeyException(int generation) {
            super("the file of the sealing keys of this node lacks key " + generation
                    + ": copy the file of another node");
        }
    }
}
