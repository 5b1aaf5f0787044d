package org.esbmt.message.security.internal;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.wss4j.common.crypto.Merlin;

/** A key with a self-signed certificate, made by keytool. Each is made once for all tests of a JVM. */
public record TestKey(KeyStore store) {
    static final String ALIAS = "key";
    static final String PASSWORD = "of the store";
    private static final Map<String, TestKey> MADE = new ConcurrentHashMap<>();

    public static TestKey client() {
        return rsa("client", 2048);
    }

    /** The key to which messages are encrypted. */
    public static TestKey bus() {
        return rsa("bus", 2048);
    }

    public static TestKey rsa(String subject, int bits) {
        return make(subject, "-keyalg", "RSA", "-keysize", Integer.toString(bits), "-sigalg", "SHA256withRSA");
    }

    public static TestKey ec(String subject, String curve) {
        return make(subject, "-keyalg", "EC", "-groupname", curve);
    }

    public static TestKey ed25519(String subject) {
        return make(subject, "-keyalg", "Ed25519");
    }

    private static TestKey make(String subject, String... options) {
        return MADE.computeIfAbsent(subject, s -> {
            try {
                return generate(s, options);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static TestKey generate(String subject, String... options) throws Exception {
        Path file = Files.createTempFile("key", ".p12");
        Files.delete(file);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                ALIAS,
                "-dname",
                "CN=" + subject + ", O=Acme \\, Sons & Co, C=DE",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                file.toString()));
        command.addAll(List.of(options));
        Process keytool = new ProcessBuilder(command).inheritIO().start();
        if (keytool.waitFor() != 0) {
            throw new IllegalStateException("keytool failed: " + command);
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        } finally {
            Files.delete(file);
        }
        return new TestKey(store);
    }

    public X509Certificate certificate() {
        try {
            return (X509Certificate) store.getCertificate(ALIAS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    public PublicKey publicKey() {
        return certificate().getPublicKey();
    }

    public PrivateKey privateKey() {
        try {
            return (PrivateKey) store.getKey(ALIAS, PASSWORD.toCharArray());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** WSS4J's view of this key, which trusts the other one. */
    Merlin crypto(TestKey trusted) throws Exception {
        Merlin crypto = new Merlin();
        crypto.loadProperties(new Properties(), TestKey.class.getClassLoader(), null);
        crypto.setKeyStore(store);
        KeyStore trust = KeyStore.getInstance("PKCS12");
        trust.load(null, null);
        trust.setCertificateEntry("other", trusted.certificate());
        crypto.setTrustStore(trust);
        return crypto;
    }
}
