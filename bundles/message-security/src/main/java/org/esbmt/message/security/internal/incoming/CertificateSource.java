package org.esbmt.message.security.internal.incoming;

/**
 * The place of the signer's certificate: a BinarySecurityToken with this identifier, the signature's own KeyInfo, or the
 * SAML assertion with this identifier. Two of the three are null.
 */
final class CertificateSource {
    final byte[] token;
    final byte[] der;
    final byte[] assertion;

    private CertificateSource(byte[] token, byte[] der, byte[] assertion) {
        this.token = token;
        this.der = der;
        this.assertion = assertion;
    }

    static CertificateSource token(byte[] identifier) {
        return new CertificateSource(identifier, null, null);
    }

    static CertificateSource embedded(byte[] der) {
        return new CertificateSource(null, der, null);
    }

    static CertificateSource assertion(byte[] identifier) {
        return new CertificateSource(null, null, identifier);
    }
}
