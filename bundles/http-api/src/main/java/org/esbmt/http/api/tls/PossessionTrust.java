package org.esbmt.http.api.tls;

import java.net.Socket;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Accepts the certificate of any client, whoever issued it: the registration of the certificate decides, not its path.
 * The handshake itself proves that the client has the key. A key whose verification may take long is refused: large RSA
 * keys, and DSA, whose parameters the client chooses without a limit. Servers are never trusted here.
 */
final class PossessionTrust extends X509ExtendedTrustManager {
    private static final int MOST_RSA_BITS = 8192;
    private static final int MOST_EXPONENT_BITS = 33;

    private static void check(X509Certificate[] chain) throws CertificateException {
        PublicKey key = chain[0].getPublicKey();
        boolean verified = key instanceof RSAPublicKey rsa
                ? rsa.getModulus().bitLength() <= MOST_RSA_BITS
                        && rsa.getPublicExponent().bitLength() <= MOST_EXPONENT_BITS
                : key instanceof ECPublicKey || key instanceof EdECPublicKey;
        if (!verified) {
            throw new CertificateException("a key of this kind or size is not verified");
        }
    }

    private static CertificateException noServer() {
        return new CertificateException("no server is trusted here");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        check(chain);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        throw noServer();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        throw noServer();
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        throw noServer();
    }

    /** No names: the client chooses among all of its certificates. */
    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
