package org.esbmt.http.api.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPublicKey;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Accepts the certificate of any client, whoever issued it: the registration of the certificate decides, not its path.
 * The handshake itself proves that the client has the key. A key whose verification takes long is refused. Servers are
 * never trusted here.
 */
final class PossessionTrust extends X509ExtendedTrustManager {
    private static final int MOST_RSA_BITS = 8192;
    private static final int MOST_EXPONENT_BITS = 33;

    private static void check(X509Certificate[] chain) throws CertificateException {
        if (chain[0].getPublicKey() instanceof RSAPublicKey key
                && (key.getModulus().bitLength() > MOST_RSA_BITS
                        || key.getPublicExponent().bitLength() > MOST_EXPONENT_BITS)) {
            throw new CertificateException("an RSA key of this size is not verified");
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
