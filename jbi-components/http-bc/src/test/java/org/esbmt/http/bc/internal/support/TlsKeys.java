package org.esbmt.http.bc.internal.support;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.esbmt.testing.http.RawClient;
import org.esbmt.testing.http.TestKeys;

/** The bus's key for TLS, and clients that trust it, with certificates of their own or without. */
public final class TlsKeys {
    private final Path folder;
    private final Path bus;

    public TlsKeys(Path folder) throws Exception {
        this.folder = folder;
        this.bus = TestKeys.store(folder, "tls", "EC", "dns:localhost,ip:127.0.0.1");
    }

    /** The configuration of a bus that lets tenants connect to these back ends, and serves them with TLS, too. */
    public Map<String, Object> serving(int port, StubBackEnd... backEnds) {
        Map<String, Object> values = new HashMap<>(TestBus.allowing(backEnds));
        values.put("tls_port", port);
        values.put("tls_keystore", bus.toString());
        values.put("tls_keystore_password", TestKeys.PASSWORD);
        return values;
    }

    /** A key with its certificate, for a client. */
    public KeyStore client(String name, String algorithm) throws Exception {
        return load(TestKeys.store(folder, name, algorithm, "dns:" + name));
    }

    public static X509Certificate certificate(KeyStore client) throws Exception {
        return (X509Certificate) client.getCertificate(client.aliases().nextElement());
    }

    /**
     * The context of a client.
     *
     * @param client null for one without a certificate
     */
    public SSLContext context(KeyStore client) throws Exception {
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(client, client == null ? null : TestKeys.PASSWORD.toCharArray());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(load(bus));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(client == null ? null : own.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    public static RawClient connect(SSLContext context, int port) throws IOException {
        return new RawClient(context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port));
    }

    private static KeyStore load(Path store) throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, TestKeys.PASSWORD.toCharArray());
        }
        return keys;
    }
}
