package org.esbmt.tenant.keys.internal.material;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;

/** Reads private keys (PKCS#8, RFC 5958). */
public final class PrivateKeys {
    private PrivateKeys() {}

    /**
     * Reads a key.
     *
     * @throws IllegalArgumentException if the bytes are no key of RSA or EC
     */
    public static PrivateKey read(byte[] encoded) throws GeneralSecurityException {
        ASN1ObjectIdentifier algorithm =
                PrivateKeyInfo.getInstance(encoded).getPrivateKeyAlgorithm().getAlgorithm();
        return KeyFactory.getInstance(name(algorithm)).generatePrivate(new PKCS8EncodedKeySpec(encoded));
    }

    private static String name(ASN1ObjectIdentifier algorithm) {
        if (algorithm.equals(PKCSObjectIdentifiers.rsaEncryption)) {
            return "RSA";
        }
        if (algorithm.equals(X9ObjectIdentifiers.id_ecPublicKey)) {
            return "EC";
        }
        throw new IllegalArgumentException("a key is RSA or EC on P-256 or P-384");
    }
}
