package org.esbmt.message.security.internal.crypto;

import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.Provider;
import java.security.Signature;
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

    private AsymmetricProvider(Provider provider) {
        this.provider = provider;
    }

    static AsymmetricProvider of(Provider provider) {
        return new AsymmetricProvider(provider);
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
        return provider == null ? Cipher.getInstance(OAEP) : Cipher.getInstance(OAEP, provider);
    }

    /** Its name and version, for the operator. */
    public String name() {
        return provider == null ? "the Java platform" : provider.getName() + ' ' + provider.getVersionStr();
    }
}
