package org.esbmt.message.security.internal.incoming;

/**
 * The place of the signer's certificate: a BinarySecurityToken with this identifier, or the signature's own KeyInfo.
 * Exactly one of the two is null.
 */
final class CertificateSource {
    final byte[] token;
    final byte[] der;

    private CertificateSource(byte[] token, byte[] der) {
        this.token = token;
        this.der = der;
    }

    static CertificateSource token(byte[] identifier) {
        return new CertificateSource(identifier, null);
    }

    static CertificateSource embedded(byte[] der) {
        return new CertificateSource(null, der);
    }
}
