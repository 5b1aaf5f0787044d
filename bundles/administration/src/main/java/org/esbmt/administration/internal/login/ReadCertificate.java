package org.esbmt.administration.internal.login;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.PublicKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Collection;
import org.esbmt.administration.api.command.Content;
import org.esbmt.registry.api.CredentialDigest;

/** A certificate to register. Its issuer is not checked, since the registration itself makes it trusted. */
record ReadCertificate(CredentialDigest digest, Instant from, Instant until) {
    private static final int MOST_BYTES = 64 << 10;
    private static final int RSA_BITS = 2048;
    private static final int EC_BITS = 256;

    /**
     * Reads one certificate in PEM or DER.
     *
     * @throws IllegalArgumentException if it is none, or its key is too weak
     */
    static ReadCertificate of(Content content) {
        try {
            X509Certificate certificate = only(bytes(content));
            checkKey(certificate);
            return of(certificate);
        } catch (CertificateException e) {
            throw new IllegalArgumentException("the content is not one X.509 certificate in PEM or DER", e);
        }
    }

    static ReadCertificate of(X509Certificate certificate) throws CertificateEncodingException {
        return new ReadCertificate(
                CredentialDigest.of(certificate.getEncoded()),
                certificate.getNotBefore().toInstant(),
                certificate.getNotAfter().toInstant());
    }

    boolean isValid(Instant now) {
        return !now.isBefore(from) && now.isBefore(until);
    }

    private static byte[] bytes(Content content) {
        try {
            // Not closed: the stream is the caller's.
            InputStream stream = content.open();
            byte[] bytes = stream.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new IllegalArgumentException("a certificate has at most " + MOST_BYTES + " bytes");
            }
            return bytes;
        } catch (IOException e) {
            throw new IllegalArgumentException("the certificate could not be read to its end", e);
        }
    }

    private static X509Certificate only(byte[] bytes) throws CertificateException {
        Collection<? extends Certificate> all =
                CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(bytes));
        if (all.size() != 1 || !(all.iterator().next() instanceof X509Certificate only)) {
            throw new CertificateException(all.size() + " certificates");
        }
        return only;
    }

    private static void checkKey(X509Certificate certificate) {
        PublicKey key = certificate.getPublicKey();
        boolean strong = (key instanceof RSAPublicKey rsa && rsa.getModulus().bitLength() >= RSA_BITS)
                || (key instanceof ECPublicKey ec && ec.getParams().getOrder().bitLength() >= EC_BITS)
                || key instanceof EdECPublicKey;
        if (!strong) {
            throw new IllegalArgumentException("the certificate's key is RSA of " + RSA_BITS + " bits, EC of " + EC_BITS
                    + " bits, or more, or EdDSA");
        }
    }
}
