package org.esbmt.http.bc.internal;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Collections;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;

/** Makes the two TLS contexts out of key stores; a store that cannot be used is refused with a sentence. */
final class TlsContexts {
    private TlsContexts() {}

    /** Null if no key store is configured. */
    static SslContext server(String keyStore, String password) {
        if (keyStore.isEmpty()) {
            return null;
        }
        try {
            return SslContextBuilder.forServer(keys("tls.keystore", keyStore, password))
                    .sslProvider(SslProvider.JDK)
                    .protocols("TLSv1.3", "TLSv1.2")
                    .build();
        } catch (IOException e) {
            throw new IllegalArgumentException("tls.keystore " + keyStore + " cannot be used: " + e.getMessage(), e);
        }
    }

    /** With the JDK's trusted certificates where no trust store is configured. Host names are always verified. */
    static SslContext client(String trustStore, String trustPassword, String keyStore, String keyPassword) {
        SslContextBuilder builder = SslContextBuilder.forClient()
                .sslProvider(SslProvider.JDK)
                .protocols("TLSv1.3", "TLSv1.2")
                .endpointIdentificationAlgorithm("HTTPS");
        try {
            if (!trustStore.isEmpty()) {
                TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
                trust.init(load("backend.truststore", trustStore, trustPassword));
                builder.trustManager(trust);
            }
            if (!keyStore.isEmpty()) {
                builder.keyManager(keys("backend.keystore", keyStore, keyPassword));
            }
            return builder.build();
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException("TLS to back ends cannot be set up: " + e.getMessage(), e);
        }
    }

    private static KeyManagerFactory keys(String key, String file, String password) {
        try {
            KeyStore store = load(key, file, password);
            boolean hasKey = false;
            for (String alias : Collections.list(store.aliases())) {
                hasKey |= store.isKeyEntry(alias);
            }
            if (!hasKey) {
                throw new IllegalArgumentException(key + " " + file + " has no private key");
            }
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, password.toCharArray());
            return factory;
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(key + " " + file + " cannot be used: " + e.getMessage(), e);
        }
    }

    private static KeyStore load(String key, String file, String password) {
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            KeyStore store = KeyStore.getInstance(file.endsWith(".jks") ? "JKS" : "PKCS12");
            store.load(in, password.toCharArray());
            return store;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException(key + " " + file + " cannot be read: " + e.getMessage(), e);
        }
    }
}
