package org.esbmt.testing.http;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.esbmt.testing.x509.TestCertificate;

/** Key stores with a self-signed key, and TLS contexts with them. */
public final class TestKeys {
    public static final String PASSWORD = "changeit";

    private TestKeys() {}

    /**
     * Makes a key store with one self-signed key.
     *
     * @param algorithm {@code EC} or {@code RSA}; only an RSA key can be used for static RSA
     * @param san subject alternative names, such as {@code dns:localhost,ip:127.0.0.1}
     */
    public static Path store(Path folder, String name, String algorithm, String san) throws Exception {
        boolean rsa = algorithm.equals("RSA");
        KeyPair pair = TestCertificate.key(
                algorithm,
                rsa
                        ? new RSAKeyGenParameterSpec(2048, RSAKeyGenParameterSpec.F4)
                        : new ECGenParameterSpec("secp256r1"));
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        TestCertificate made = TestCertificate.Content.of(pair, rsa ? "SHA256withRSA" : "SHA256withECDSA")
                .subject(name, List.of(san.split(",", -1)))
                .validity(now, now.plus(Duration.ofDays(2)))
                .make();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(null, null);
        keys.setKeyEntry(name, pair.getPrivate(), PASSWORD.toCharArray(), new Certificate[] {made.certificate()});
        Path file = folder.resolve(name + ".p12");
        try (OutputStream out = Files.newOutputStream(file)) {
            keys.store(out, PASSWORD.toCharArray());
        }
        return file;
    }

    /** A PKCS#10 request in PEM by the key of a store, with the subject {@code CN=<subject>}. */
    public static String request(Path store, String name, String subject) throws Exception {
        KeyStore keys = load(store);
        X509Certificate certificate = (X509Certificate) keys.getCertificate(name);
        PrivateKey key = (PrivateKey) keys.getKey(name, PASSWORD.toCharArray());
        return new TestCertificate(new KeyPair(certificate.getPublicKey(), key), certificate).request(subject);
    }

    /** A context that identifies itself with the key and trusts only this key. */
    public static SSLContext context(Path store) throws Exception {
        return context(store, store);
    }

    public static SSLContext context(Path ownKey, Path trusted) throws Exception {
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(load(ownKey), PASSWORD.toCharArray());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(load(trusted));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    private static KeyStore load(Path store) throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return keys;
    }
}
