package org.esbmt.commandline;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/** The certificates that are trusted. The name of a server is checked by the client of HTTP, always. */
final class Trust {
    private static final int CONNECT_MILLIS = 10_000;
    private static final int HTTPS = 443;

    private Trust() {}

    /**
     * TLS that trusts these certificates and no others.
     *
     * @param pem one or more certificates
     * @throws Failure if the text has none
     */
    static SSLContext of(String pem) throws Failure {
        try {
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            int count = 0;
            for (Certificate certificate : CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)))) {
                trusted.setCertificateEntry("trusted-" + count++, certificate);
            }
            if (count == 0) {
                throw Failure.usage("The file of trusted certificates has none. It has certificates in PEM.");
            }
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(trusted);
            return context(managers.getTrustManagers());
        } catch (GeneralSecurityException | IOException e) {
            throw Failure.usage("The trusted certificates cannot be read: " + e.getMessage());
        }
    }

    private static SSLContext context(TrustManager... managers) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers, null);
        return context;
    }

    /** Gets the certificate of a server. No request is sent. */
    static Optional<X509Certificate> shownBy(String url) {
        URI address = URI.create(url);
        Shown shown = new Shown();
        try (Socket plain = new Socket()) {
            int port = address.getPort() < 0 ? HTTPS : address.getPort();
            plain.connect(new InetSocketAddress(address.getHost(), port), CONNECT_MILLIS);
            plain.setSoTimeout(CONNECT_MILLIS);
            try (SSLSocket socket =
                    (SSLSocket) context(shown).getSocketFactory().createSocket(plain, address.getHost(), port, true)) {
                socket.startHandshake();
            }
        } catch (IOException | GeneralSecurityException e) {
            // The handshake ends with the certificate, which is refused.
            return shown.certificate;
        }
        return shown.certificate;
    }

    /** SHA-256 of a certificate, as openssl prints it. */
    static String fingerprint(X509Certificate certificate) throws Failure {
        try {
            return HexFormat.ofDelimiter(":")
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()))
                    .toUpperCase(Locale.ROOT);
        } catch (GeneralSecurityException e) {
            throw Failure.usage("The certificate cannot be read: " + e.getMessage());
        }
    }

    static String pem(X509Certificate certificate) throws Failure {
        try {
            return "-----BEGIN CERTIFICATE-----\n"
                    + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate.getEncoded())
                    + "\n-----END CERTIFICATE-----\n";
        } catch (CertificateException e) {
            throw Failure.usage("The certificate cannot be read: " + e.getMessage());
        }
    }

    /** Trusts nobody, and keeps the certificate. */
    private static final class Shown implements X509TrustManager {
        private Optional<X509Certificate> certificate = Optional.empty();

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
            throw new CertificateException("no client is trusted");
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            certificate = Optional.of(chain[0]);
            throw new CertificateException("no server is trusted yet");
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
