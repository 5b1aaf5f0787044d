package org.esbmt.message.security.internal.crypto;

import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.Provider;
import java.security.Signature;
import javax.crypto.Cipher;

/**
 * The provider of operations with RSA, EC and Ed25519 keys, and of AES-GCM for content. Each operation names it, so it need not
 * be among the providers of the process. Digests and HMAC stay with the Java platform, which is as fast. Thread-safe.
 */
public final class CryptoProvider {
    /** The providers of the Java platform, in their order. */
    public static final CryptoProvider JDK = new CryptoProvider(null);

    private static final String OAEP = "RSA/ECB/OAEPPadding";
    private static final String GCM = "AES/GCM/NoPadding";

    /** Null for those of the Java platform. */
    private final Provider provider;

    private CryptoProvider(Provider provider) {
        this.provider = provider;
    }

    static CryptoProvider of(Provider provider) {
        return new CryptoProvider(provider);
    }

    /**
     * False for a key that is restricted to RSASSA-PSS (RFC 4055), which the native provider cannot translate. The Java platform
     * uses it.
     */
    boolean takes(Key key) {
        return provider == null || !key.getAlgorithm().equals("RSASSA-PSS");
    }

    Signature signature(SignatureAlgorithm algorithm) throws GeneralSecurityException {
        String name = algorithm.javaName();
        return provider == null ? Signature.getInstance(name) : Signature.getInstance(name, provider);
    }

    Cipher oaep() throws GeneralSecurityException {
        return cipher(OAEP);
    }

    /** AES-GCM. The native one takes half of the time or less (MessageSecurityCost). */
    Cipher gcm() throws GeneralSecurityException {
        return cipher(GCM);
    }

    private Cipher cipher(String name) throws GeneralSecurityException {
        return provider == null ? Cipher.getInstance(name) : Cipher.getInstance(name, provider);
    }

    /** Its name and version, for the operator. */
    public String name() {
        return provider == null ? "the Java platform" : provider.getName() + ' ' + provider.getVersionStr();
    }
}
