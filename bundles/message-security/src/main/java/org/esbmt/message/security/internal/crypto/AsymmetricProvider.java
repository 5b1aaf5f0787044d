package org.esbmt.message.security.internal.crypto;

import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.RSAKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import javax.crypto.Cipher;

/**
 * The provider of operations with RSA, EC and Ed25519 keys. Each operation names it, so it need not be among the providers of
 * the process. Digests, AES and HMAC stay with the Java platform, which is as fast. Thread-safe.
 */
public final class AsymmetricProvider {
    /** The providers of the Java platform, in their order. */
    public static final AsymmetricProvider JDK = new AsymmetricProvider(null);

    private static final String OAEP = "RSA/ECB/OAEPPadding";

    /** Null for those of the Java platform. */
    private final Provider provider;

    /**
     * RSA keys of the Java platform, and the same ones of the provider: to translate a private key takes a twentieth of its use
     * (MessageSecurityCost). An entry lasts as long as its key is in use elsewhere.
     */
    private final Map<Key, Key> translated = Collections.synchronizedMap(new WeakHashMap<>());

    private AsymmetricProvider(Provider provider) {
        this.provider = provider;
    }

    static AsymmetricProvider of(Provider provider) {
        return new AsymmetricProvider(provider);
    }

    Signature signature(SignatureAlgorithm algorithm) throws GeneralSecurityException {
        String name = algorithm.javaName();
        return provider == null ? Signature.getInstance(name) : Signature.getInstance(name, provider);
    }

    Cipher oaep() throws GeneralSecurityException {
        return provider == null ? Cipher.getInstance(OAEP) : Cipher.getInstance(OAEP, provider);
    }

    PublicKey translated(PublicKey key) {
        return isTranslated(key) ? (PublicKey) translated.computeIfAbsent(key, this::translate) : key;
    }

    PrivateKey translated(PrivateKey key) {
        return isTranslated(key) ? (PrivateKey) translated.computeIfAbsent(key, this::translate) : key;
    }

    /** Others are left to the provider, which translates them for each operation. */
    private boolean isTranslated(Key key) {
        return provider != null && key instanceof RSAKey;
    }

    /** By its encoding: what {@code KeyFactory.translateKey} of the native provider returns is destroyed by its next use. */
    private Key translate(Key key) {
        try {
            KeyFactory factory = KeyFactory.getInstance(key.getAlgorithm(), provider);
            return key instanceof PublicKey
                    ? factory.generatePublic(new X509EncodedKeySpec(key.getEncoded()))
                    : factory.generatePrivate(new PKCS8EncodedKeySpec(key.getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("a key cannot be used by " + provider.getName(), e);
        }
    }

    /** Its name and version, for the operator. */
    public String name() {
        return provider == null ? "the Java platform" : provider.getName() + ' ' + provider.getVersionStr();
    }
}
