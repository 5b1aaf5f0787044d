package org.esbmt.http.api.tls;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.TrustManagerFactory;

/**
 * Creates the two TLS contexts from key stores and cipher suites, and the handlers of their connections. An unusable
 * store or suite is refused with a sentence.
 */
public final class TlsContexts {
    private static final String NAME_CONSTRAINTS = "2.5.29.30";
    private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

    private TlsContexts() {}

    /** The handler of a client's connection. */
    public static SslHandler handler(SslContext server, ByteBufAllocator allocator) {
        return new OneHandshakeHandler(server.newEngine(allocator));
    }

    /** The handler of a connection to a back end; its certificate must name the host. */
    public static SslHandler handler(SslContext client, ByteBufAllocator allocator, String host, int port) {
        return new OneHandshakeHandler(client.newEngine(allocator, host, port));
    }

    /**
     * The context for clients. Null if no key store is configured.
     *
     * @param suites names of JSSE; empty for those with forward secrecy and authenticated encryption
     * @throws IllegalArgumentException for an unusable store or suite; the message names the key
     */
    public static SslContext server(String keyStore, String password, List<String> suites) {
        return server(keyStore, password, suites, false);
    }

    /**
     * The context for clients that may have a certificate. It asks for one without the name of an authority, and
     * serves clients without one, too. The handshake proves that the client has the key. Nobody verifies the
     * certificate itself. Parameters and errors are those of {@link #server}.
     */
    public static SslContext serverOfCertificates(String keyStore, String password, List<String> suites) {
        return server(keyStore, password, suites, true);
    }

    /** The certificate that the peer has proven in its handshake; null if there is none. */
    public static X509Certificate peerCertificate(SslHandler handler) {
        try {
            Certificate[] chain = handler.engine().getSession().getPeerCertificates();
            return chain.length > 0 && chain[0] instanceof X509Certificate first ? first : null;
        } catch (SSLPeerUnverifiedException e) {
            return null;
        }
    }

    private static SslContext server(String keyStore, String password, List<String> suites, boolean certificates) {
        List<String> ciphers = CipherSuites.of("tls.cipher.suites", suites);
        if (keyStore.isEmpty()) {
            return null;
        }
        try {
            SslContextBuilder builder = SslContextBuilder.forServer(keys("tls.keystore", keyStore, password))
                    .sslProvider(SslProvider.JDK)
                    .protocols(PROTOCOLS)
                    .ciphers(ciphers);
            if (certificates) {
                builder.clientAuth(ClientAuth.OPTIONAL).trustManager(new PossessionTrust());
            }
            return builder.build();
        } catch (IOException e) {
            throw new IllegalArgumentException("tls.keystore " + keyStore + " cannot be used: " + e.getMessage(), e);
        }
    }

    /**
     * The context for back ends; without a trust store, the JDK's trusted certificates apply. Host names are always
     * verified.
     *
     * @param suites the names for {@link #server}
     * @throws IllegalArgumentException for an unusable store or suite; the message names the key
     */
    public static SslContext client(
            String trustStore, String trustPassword, String keyStore, String keyPassword, List<String> suites) {
        try {
            SslContextBuilder builder = client(trust(trustStore, trustPassword), suites);
            if (!keyStore.isEmpty()) {
                builder.keyManager(keys("backend.keystore", keyStore, keyPassword));
            }
            return builder.build();
        } catch (IOException e) {
            throw new IllegalArgumentException("TLS to back ends cannot be set up: " + e.getMessage(), e);
        }
    }

    /**
     * A key and its certificate.
     *
     * @param chain the certificate of the key, then those of its issuers
     */
    public record Identity(PrivateKey key, List<X509Certificate> chain) {
        public Identity {
            requireNonNull(key, "key");
            chain = List.copyOf(chain);
        }
    }

    /**
     * The context for back ends that one party calls alone. It shares no sessions with other contexts.
     *
     * @param trust of {@link #trust}
     * @param identity presented to back ends that ask for a certificate; empty for none
     * @throws IllegalArgumentException for an unusable key
     */
    public static SslContext client(
            Optional<TrustManagerFactory> trust, List<String> suites, Optional<Identity> identity) {
        try {
            SslContextBuilder builder = client(trust, suites);
            identity.ifPresent(own -> builder.keyManager(own.key(), own.chain().toArray(X509Certificate[]::new)));
            return builder.build();
        } catch (IOException e) {
            throw new IllegalArgumentException("TLS to back ends cannot be set up: " + e.getMessage(), e);
        }
    }

    private static SslContextBuilder client(Optional<TrustManagerFactory> trust, List<String> suites) {
        SslContextBuilder builder = SslContextBuilder.forClient()
                .sslProvider(SslProvider.JDK)
                .protocols(PROTOCOLS)
                .ciphers(CipherSuites.of("backend.cipher.suites", suites))
                .endpointIdentificationAlgorithm("HTTPS");
        trust.ifPresent(builder::trustManager);
        return builder;
    }

    /**
     * The trusted certificates of back ends; empty without a trust store, for those of the JDK.
     *
     * @throws IllegalArgumentException for an unusable store; the message names the key
     */
    public static Optional<TrustManagerFactory> trust(String trustStore, String password) {
        if (trustStore.isEmpty()) {
            return Optional.empty();
        }
        try {
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(load("backend.truststore", trustStore, password));
            return Optional.of(trust);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("TLS to back ends cannot be set up: " + e.getMessage(), e);
        }
    }

    /**
     * Tells whether the authority is good for certain names alone. Java verifies no name by the constraints of a trusted
     * authority, so it would be good for all names.
     */
    public static boolean hasNameConstraints(X509Certificate authority) {
        return authority.getExtensionValue(NAME_CONSTRAINTS) != null;
    }

    /**
     * One trusted authority of back ends, and no other one. Nothing is fetched for the verification, and chains have bounds.
     *
     * @throws IllegalArgumentException for a certificate that cannot be used, or has name constraints
     */
    public static TrustManagerFactory trust(X509Certificate authority) {
        if (hasNameConstraints(authority)) {
            throw new IllegalArgumentException("an authority with name constraints verifies no back end");
        }
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setCertificateEntry("authority", authority);
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            return BoundedTrust.of(trust);
        } catch (GeneralSecurityException | IOException e) {
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
