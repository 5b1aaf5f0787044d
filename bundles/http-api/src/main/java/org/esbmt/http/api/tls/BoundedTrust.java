package org.esbmt.http.api.tls;

import java.net.Socket;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.interfaces.DSAPublicKey;
import java.security.interfaces.RSAPublicKey;
import javax.net.ssl.ManagerFactoryParameters;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.TrustManagerFactorySpi;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Refuses the chain of a back end that takes a processor for long, before its verification on an event loop. A tenant
 * chooses its authority, and so all certificates below it.
 */
final class BoundedTrust extends X509ExtendedTrustManager {
    private static final int MOST_CERTIFICATES = 8;
    /** For each name constraint, Java compares all names of all later certificates. */
    private static final int MOST_CONSTRAINT_BYTES = 1_024;

    private static final int MOST_RSA_BITS = 8_192;
    private static final int MOST_EXPONENT_BITS = 32;
    private static final String NAME_CONSTRAINTS = "2.5.29.30";

    private final X509ExtendedTrustManager trust;

    BoundedTrust(X509ExtendedTrustManager trust) {
        this.trust = trust;
    }

    /** The same trust with these bounds. */
    static TrustManagerFactory of(TrustManagerFactory factory) {
        TrustManager[] managers = factory.getTrustManagers().clone();
        for (int i = 0; i < managers.length; i++) {
            managers[i] = new BoundedTrust((X509ExtendedTrustManager) managers[i]);
        }
        return new Fixed(managers, factory);
    }

    private static final class Fixed extends TrustManagerFactory {
        Fixed(TrustManager[] managers, TrustManagerFactory factory) {
            super(new Managers(managers), factory.getProvider(), factory.getAlgorithm());
        }
    }

    private static final class Managers extends TrustManagerFactorySpi {
        private final TrustManager[] managers;

        Managers(TrustManager[] managers) {
            this.managers = managers;
        }

        @Override
        protected void engineInit(KeyStore store) {
            throw new UnsupportedOperationException("the trust is fixed");
        }

        @Override
        protected void engineInit(ManagerFactoryParameters parameters) {
            throw new UnsupportedOperationException("the trust is fixed");
        }

        @Override
        protected TrustManager[] engineGetTrustManagers() {
            return managers.clone();
        }
    }

    private static void check(X509Certificate[] chain) throws CertificateException {
        if (chain.length > MOST_CERTIFICATES) {
            throw new CertificateException("a back end has at most " + MOST_CERTIFICATES + " certificates");
        }
        for (X509Certificate one : chain) {
            byte[] constraints = one.getExtensionValue(NAME_CONSTRAINTS);
            if (constraints != null && constraints.length > MOST_CONSTRAINT_BYTES) {
                throw new CertificateException("a certificate has too many name constraints");
            }
            if (one.getPublicKey() instanceof RSAPublicKey rsa
                    && (rsa.getModulus().bitLength() > MOST_RSA_BITS
                            || rsa.getPublicExponent().bitLength() > MOST_EXPONENT_BITS)) {
                throw new CertificateException("a certificate has an RSA key that is too large");
            }
            if (one.getPublicKey() instanceof DSAPublicKey) {
                throw new CertificateException("a certificate has a DSA key, which Java takes at any size");
            }
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(chain);
        trust.checkServerTrusted(chain, type, engine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(chain);
        trust.checkServerTrusted(chain, type, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(chain);
        trust.checkServerTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        throw new CertificateException("this trust is for back ends");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        throw new CertificateException("this trust is for back ends");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        throw new CertificateException("this trust is for back ends");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return trust.getAcceptedIssuers();
    }
}
