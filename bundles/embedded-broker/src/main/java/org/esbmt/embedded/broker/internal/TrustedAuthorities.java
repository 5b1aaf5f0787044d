package org.esbmt.embedded.broker.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** Certificates of authorities in a PEM file. */
final class TrustedAuthorities {
    private TrustedAuthorities() {}

    static TrustManager[] of(Path file) throws BrokerProblem {
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int number = 0;
            for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                store.setCertificateEntry("authority-" + number++, each);
            }
            if (number == 0) {
                throw new BrokerProblem("authorities.file " + file + " has no certificate in it.");
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            return factory.getTrustManagers();
        } catch (IOException | GeneralSecurityException e) {
            throw new BrokerProblem(
                    "authorities.file " + file + " cannot be read: " + BrokerProblems.reason(e) + ".", e);
        }
    }
}
