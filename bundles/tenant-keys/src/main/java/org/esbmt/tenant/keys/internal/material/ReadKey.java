package org.esbmt.tenant.keys.internal.material;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;

/** A private key of a file with the certificates beside it, unchecked. {@link #toString} shows no key. */
record ReadKey(PrivateKey key, List<X509Certificate> certificates) {
    ReadKey {
        certificates = List.copyOf(certificates);
    }

    static ReadKey of(PrivateKey key, Collection<X509Certificate> certificates) {
        return new ReadKey(key, List.copyOf(certificates));
    }

    /**
     * Reads a private key (PKCS#8, RFC 5958).
     *
     * @throws IllegalArgumentException if it is none of RSA or EC
     */
    static PrivateKey privateKey(byte[] encoded) {
        try {
            return PrivateKeys.read(encoded);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("the private key cannot be read", e);
        }
    }

    @Override
    public String toString() {
        return "a private key with " + certificates.size() + " certificates";
    }
}
