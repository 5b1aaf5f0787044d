package org.esbmt.registry.api;

import java.io.ByteArrayInputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import org.esbmt.tenancy.api.CertificateDigest;

/** An X.509 certificate in DER. Equal certificates have the same bytes. */
public final class EncodedCertificate {
    /** The largest number of bytes. */
    public static final int MOST_BYTES = 16 << 10;

    private final byte[] der;
    private final CertificateDigest digest;

    private EncodedCertificate(byte[] der) {
        this.der = der;
        this.digest = CertificateDigest.of(der);
    }

    /**
     * Copies the bytes, and does not read them.
     *
     * @throws IllegalArgumentException if there are none, or more than {@value #MOST_BYTES}
     */
    public static EncodedCertificate of(byte[] der) {
        if (der.length == 0 || der.length > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "a certificate has 1 to " + MOST_BYTES + " bytes in DER, but has " + der.length);
        }
        return new EncodedCertificate(der.clone());
    }

    public CertificateDigest digest() {
        return digest;
    }

    /** The bytes, a copy. */
    public byte[] der() {
        return der.clone();
    }

    /** Reads the certificate. Its fields are those of its author, and prove nothing. */
    public X509Certificate read() throws CertificateException {
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EncodedCertificate that && digest.equals(that.digest);
    }

    @Override
    public int hashCode() {
        return digest.hashCode();
    }

    @Override
    public String toString() {
        return digest.toString();
    }
}
