package org.esbmt.testing.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Key stores made by the JDK's keytool, and TLS contexts with them. */
public final class TestKeys {
    public static final String PASSWORD = "changeit";

    private TestKeys() {}

    /**
     * Makes a key store with one self-signed key.
     *
     * @param algorithm {@code EC} or {@code RSA}; only an RSA key can be used for static RSA
     * @param san subject alternative names in the syntax of keytool
     */
    public static Path store(Path folder, String name, String algorithm, String san) throws Exception {
        Path file = folder.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        name,
                        "-keyalg",
                        algorithm,
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "san=" + san,
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        PASSWORD)
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
        return file;
    }

    /** A PKCS#10 request in PEM by the key of a store, with the subject {@code CN=<subject>}. */
    public static String request(Path store, String name, String subject) throws Exception {
        Path file = store.resolveSibling(name + ".csr");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-certreq",
                        "-alias",
                        name,
                        "-dname",
                        "CN=" + subject,
                        "-file",
                        file.toString(),
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD)
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
        return Files.readString(file);
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
