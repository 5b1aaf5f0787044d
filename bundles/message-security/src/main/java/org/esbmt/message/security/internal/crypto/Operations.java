package org.esbmt.message.security.internal.crypto;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.Key;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.SignatureException;
import java.security.interfaces.RSAKey;
import java.util.EnumMap;
import java.util.Map;
import javax.crypto.BadPaddingException;
import javax.crypto.Cipher;
import javax.crypto.IllegalBlockSizeException;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** The cryptographic operations, with objects that are made once. Confined to one thread at a time, see {@link OperationsPool}. */
public final class Operations {
    private static final String AES = "AES";
    private static final String HMAC_SHA1 = "HmacSHA1";
    private static final String HMAC_SHA256 = "HmacSHA256";
    private static final int TAG_BITS = ContentCipher.TAG_BYTES * Byte.SIZE;

    private final CryptoProvider provider;
    private final Cipher gcm;
    private final Mac hmacSha1;
    private final Mac hmacSha256;
    private final Map<DigestAlgorithm, MessageDigest> digests = new EnumMap<>(DigestAlgorithm.class);
    private final Map<SignatureAlgorithm, Signature> signatures = new EnumMap<>(SignatureAlgorithm.class);
    private final SecureRandom random;
    /** Null once a key could not be used: the native provider's objects are of no use then. */
    private Cipher rsa;
    /** By the Java platform, for keys that the provider does not take; null until there is one. */
    private Operations platform;

    Operations(SecureRandom random, CryptoProvider provider) {
        this.random = random;
        this.provider = provider;
        try {
            rsa = provider.oaep();
            gcm = provider.gcm();
            hmacSha1 = Mac.getInstance(HMAC_SHA1);
            hmacSha256 = Mac.getInstance(HMAC_SHA256);
            for (DigestAlgorithm d : DigestAlgorithm.values()) {
                digests.put(d, MessageDigest.getInstance(d.javaName()));
            }
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("an algorithm of WS-Security is missing in " + provider.name(), e);
        }
    }

    boolean isBy(CryptoProvider other) {
        return provider == other;
    }

    private Operations forKey(Key key) {
        if (provider.takes(key)) {
            return this;
        }
        if (platform == null) {
            platform = new Operations(random, CryptoProvider.JDK);
        }
        return platform;
    }

    /** The digest object of an algorithm, reset. */
    public MessageDigest digest(DigestAlgorithm algorithm) {
        MessageDigest digest = digests.get(algorithm);
        digest.reset();
        return digest;
    }

    /** The SHA-1 by which a thumbprint names a certificate; it protects nothing. */
    public byte[] sha1(byte[] certificate) throws GeneralSecurityException {
        return MessageDigest.getInstance("SHA-1").digest(certificate);
    }

    /** True if the signature is good. The key has been {@linkplain SignatureAlgorithm#accepts accepted}. */
    public boolean verify(SignatureAlgorithm algorithm, PublicKey key, byte[] signed, byte[] value) {
        if (!algorithm.acceptsLength(key, value.length)) {
            return false;
        }
        return forKey(key).isRight(algorithm, key, signed, value);
    }

    private boolean isRight(SignatureAlgorithm algorithm, PublicKey key, byte[] signed, byte[] value) {
        try {
            Signature s = signature(algorithm);
            s.initVerify(key);
            s.update(signed);
            return s.verify(value);
        } catch (SignatureException e) {
            return false; // providers throw for values that cannot be signatures, such as r = 0
        } catch (InvalidKeyException | RuntimeException e) {
            signatures.remove(algorithm); // the key before is destroyed, and the object would refuse all keys
            return false;
        }
    }

    /** The HMAC-SHA256 of the bytes. */
    public byte[] hmac(SecretKeySpec key, byte[] signed) {
        init(hmacSha256, new SecretKeySpec(key.getEncoded(), HMAC_SHA256));
        return hmacSha256.doFinal(signed);
    }

    /** True if the value is the whole HMAC-SHA256 of the bytes. */
    public boolean verifyHmac(SecretKeySpec key, byte[] signed, byte[] value) {
        return MessageDigest.isEqual(hmac(key, signed), value);
    }

    /**
     * Bytes of P_SHA-1 (RFC 2246, section 5; WS-SecureConversation 1.3, section 7): the key of a DerivedKeyToken.
     *
     * @param seed the label and the nonce
     */
    public SecretKeySpec derive(byte[] secret, byte[] seed, int offset, int length) {
        byte[] derived = new byte[offset + length];
        init(hmacSha1, new SecretKeySpec(secret, HMAC_SHA1));
        byte[] a = seed;
        int from = 0;
        while (from < derived.length) {
            a = hmacSha1.doFinal(a);
            hmacSha1.update(a);
            byte[] block = hmacSha1.doFinal(seed);
            int n = Math.min(block.length, derived.length - from);
            System.arraycopy(block, 0, derived, from, n);
            from += n;
        }
        return new SecretKeySpec(derived, offset, length, AES);
    }

    private static void init(Mac mac, SecretKeySpec key) {
        try {
            mac.init(key);
        } catch (InvalidKeyException e) {
            throw new IllegalStateException("HMAC takes every key", e);
        }
    }

    /** New random bytes. */
    public byte[] random(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Signs the bytes. */
    public byte[] sign(SignatureAlgorithm algorithm, PrivateKey key, byte[] signed) throws GeneralSecurityException {
        return forKey(key).signed(algorithm, key, signed);
    }

    private byte[] signed(SignatureAlgorithm algorithm, PrivateKey key, byte[] signed) throws GeneralSecurityException {
        try {
            Signature s = signature(algorithm);
            s.initSign(key, random);
            s.update(signed);
            return s.sign();
        } catch (GeneralSecurityException | RuntimeException e) {
            signatures.remove(algorithm);
            throw e;
        }
    }

    private Signature signature(SignatureAlgorithm algorithm) {
        return signatures.computeIfAbsent(algorithm, a -> {
            try {
                Signature s = provider.signature(a);
                if (a.parameters().isPresent()) {
                    s.setParameter(a.parameters().get());
                }
                return s;
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(a.javaName() + " is missing in " + provider.name(), e);
            }
        });
    }

    /**
     * Unwraps a key for content. A wrapped key that cannot be unwrapped, or has another length, yields a random key, so
     * that nobody learns from the answer or its time whether the padding was good (XML Encryption 1.1, section 6.1.2).
     */
    public SecretKeySpec unwrap(PrivateKey key, Oaep oaep, byte[] wrapped, ContentCipher use) {
        byte[] instead = new byte[use.keyBytes()];
        random.nextBytes(instead);
        byte[] unwrapped = instead;
        try {
            byte[] secret = forKey(key).rsa(Cipher.DECRYPT_MODE, key, oaep, wrapped);
            unwrapped = secret.length == use.keyBytes() ? secret : instead;
        } catch (BadPaddingException | IllegalBlockSizeException e) {
            unwrapped = instead;
        } catch (GeneralSecurityException | RuntimeException e) {
            throw new IllegalStateException("a DECRYPT key cannot be used", e);
        }
        return new SecretKeySpec(unwrapped, AES);
    }

    /** True if the private key has a modulus of so many bytes. The length of a wrapped key is no secret. */
    public static boolean fits(PrivateKey key, byte[] wrapped) {
        return key instanceof RSAKey rsa && wrapped.length == (rsa.getModulus().bitLength() + 7) / 8;
    }

    /** Wraps a key for content. */
    public byte[] wrap(PublicKey key, SecretKeySpec secret) throws GeneralSecurityException {
        return forKey(key).rsa(Cipher.ENCRYPT_MODE, key, Oaep.SHA256, secret.getEncoded());
    }

    private byte[] rsa(int mode, Key key, Oaep oaep, byte[] bytes) throws GeneralSecurityException {
        Cipher cipher = rsa == null ? provider.oaep() : rsa;
        rsa = null;
        cipher.init(mode, key, oaep.parameters(), random);
        rsa = cipher;
        return cipher.doFinal(bytes);
    }

    /** A new key for content. */
    public SecretKeySpec newKey(ContentCipher use) {
        byte[] secret = new byte[use.keyBytes()];
        random.nextBytes(secret);
        return new SecretKeySpec(secret, AES);
    }

    /** Decrypts content: its vector, the encrypted bytes, its tag. The tag is checked before anything is returned. */
    public byte[] decrypt(SecretKeySpec key, byte[] content) throws GeneralSecurityException {
        gcm.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(TAG_BITS, content, 0, ContentCipher.VECTOR_BYTES));
        return gcm.doFinal(content, ContentCipher.VECTOR_BYTES, content.length - ContentCipher.VECTOR_BYTES);
    }

    /** Encrypts content under a random vector. */
    public byte[] encrypt(SecretKeySpec key, byte[] plain, int from, int to) throws GeneralSecurityException {
        byte[] vector = new byte[ContentCipher.VECTOR_BYTES];
        random.nextBytes(vector);
        byte[] content = new byte[ContentCipher.VECTOR_BYTES + to - from + ContentCipher.TAG_BYTES];
        System.arraycopy(vector, 0, content, 0, vector.length);
        gcm.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(TAG_BITS, vector), random);
        gcm.doFinal(plain, from, to - from, content, vector.length);
        return content;
    }
}
