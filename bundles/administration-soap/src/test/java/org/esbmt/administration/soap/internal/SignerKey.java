package org.esbmt.administration.soap.internal;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.wss4j.common.crypto.Crypto;
import org.apache.wss4j.common.crypto.Merlin;

/** A key with a self-signed certificate, made by keytool. */
record SignerKey(KeyStore store) {
    static final String ALIAS = "key";
    static final String PASSWORD = "of the store";

    /** @param options of keytool, such as {@code -keyalg RSA -keysize 2048} */
    static SignerKey make(Path folder, String subject, String... options) throws Exception {
        Path file = Files.createTempFile(folder, "key", ".p12");
        Files.delete(file);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                ALIAS,
                "-dname",
                "CN=" + subject,
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                file.toString()));
        command.addAll(List.of(options));
        Process keytool = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!keytool.waitFor(30, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
            throw new IllegalStateException("keytool failed: " + command);
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return new SignerKey(store);
    }

    Crypto crypto() {
        Merlin crypto = new Merlin();
        crypto.setKeyStore(store);
        return crypto;
    }

    X509Certificate certificate() throws Exception {
        return (X509Certificate) store.getCertificate(ALIAS);
    }

    String pem() throws Exception {
        return "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder().encodeToString(certificate().getEncoded()) + "\n-----END CERTIFICATE-----\n";
    }
}
