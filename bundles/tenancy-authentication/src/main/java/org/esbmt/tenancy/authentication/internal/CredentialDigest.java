package org.esbmt.tenancy.authentication.internal;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.esbmt.registry.api.StoredCredential;
import org.esbmt.tenancy.api.TenantCredential;

/**
 * The digest of a credential in this process: HMAC-SHA256 under a key that is generated at start and stays in memory.
 * The digests reveal nothing about the passwords without the key, and another process cannot use them. Identifiers have
 * a fixed length and the password follows its own length. Two different credentials therefore never have the same
 * bytes.
 */
final class CredentialDigest {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int HEAD = 4 * Long.BYTES + Long.BYTES + Integer.BYTES;

    /** The value is a class of the platform, so a foreign thread does not keep this bundle's class loader alive. */
    private final ThreadLocal<Mac> macs;

    CredentialDigest() {
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        SecretKey key = new SecretKeySpec(random, ALGORITHM);
        Arrays.fill(random, (byte) 0);
        macs = ThreadLocal.withInitial(() -> mac(key));
    }

    /** @param version of the verifier for the check of the password, done or to come */
    byte[] of(TenantCredential credential, long version) {
        return started(credential, version).doFinal(credential.password());
    }

    /**
     * A digest of a credential and of all data that decides on it: equal digests mean that none of it has changed.
     *
     * @param stored empty for an unknown user
     * @param verifier the verifier of the comparison, in either case
     */
    byte[] of(TenantCredential credential, Optional<StoredCredential> stored, String verifier) {
        Mac mac = started(credential, stored.map(StoredCredential::version).orElse(0L));
        mac.update(credential.password());
        mac.update(verifier.getBytes(US_ASCII));
        String states = stored.map(s -> " " + s.userState() + " " + s.tenantState() + " " + s.sender())
                .orElse("");
        return mac.doFinal(states.getBytes(US_ASCII));
    }

    private Mac started(TenantCredential credential, long version) {
        ByteBuffer head = ByteBuffer.allocate(HEAD)
                .putLong(credential.tenant().value().getMostSignificantBits())
                .putLong(credential.tenant().value().getLeastSignificantBits())
                .putLong(credential.user().value().getMostSignificantBits())
                .putLong(credential.user().value().getLeastSignificantBits())
                .putLong(version)
                .putInt(credential.password().length);
        Mac mac = macs.get();
        mac.update(head.array());
        return mac;
    }

    /** Compares in a time that depends on the lengths alone. */
    static boolean same(byte[] one, byte[] other) {
        return MessageDigest.isEqual(one, other);
    }

    private static Mac mac(SecretKey key) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac;
        } catch (InvalidKeyException e) {
            throw new IllegalStateException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }
}
