package org.esbmt.benchmarks.jmh;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Properties;
import org.apache.wss4j.common.crypto.Merlin;

/** An RSA key of 2,048 bits with a self-signed certificate, made by keytool. */
record BenchmarkKey(KeyStore store) {
    static final String PASSWORD = "of the store";
    private static final String ALIAS = "key";

    static BenchmarkKey make(String subject) throws Exception {
        Path file = Files.createTempFile("key", ".p12");
        Files.delete(file);
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        ALIAS,
                        "-dname",
                        "CN=" + subject,
                        "-keyalg",
                        "RSA",
                        "-keysize",
                        "2048",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        file.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (keytool.waitFor() != 0) {
            throw new IllegalStateException("keytool failed");
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        } finally {
            Files.delete(file);
        }
        return new BenchmarkKey(store);
    }

    X509Certificate certificate() throws Exception {
        return (X509Certificate) store.getCertificate(ALIAS);
    }

    PrivateKey privateKey() throws Exception {
        return (PrivateKey) store.getKey(ALIAS, PASSWORD.toCharArray());
    }

    /** WSS4J's view of this key, which trusts the other one. */
    Merlin crypto(BenchmarkKey trusted) throws Exception {
        Merlin crypto = new Merlin();
        crypto.loadProperties(new Properties(), BenchmarkKey.class.getClassLoader(), null);
        crypto.setKeyStore(store);
        KeyStore trust = KeyStore.getInstance("PKCS12");
        trust.load(null, null);
        trust.setCertificateEntry("other", trusted.certificate());
        crypto.setTrustStore(trust);
        return crypto;
    }
}
