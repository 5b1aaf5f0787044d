package org.esbmt.administration.http.internal.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS with the generated key, as a client meets it that trusts only {@code certificate.pem}. */
class TlsTest {
    @TempDir
    Path data;

    private TestPort port;

    @BeforeEach
    void open() throws Exception {
        port = new TestPort(data, Map.of("tls", true));
    }

    @AfterEach
    void close() {
        port.close();
    }

    private SSLSocket socket(String host) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        try (InputStream pem = Files.newInputStream(data.resolve("administration-http/certificate.pem"))) {
            trusted.setCertificateEntry(
                    "bus", CertificateFactory.getInstance("X.509").generateCertificate(pem));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        SSLSocket socket = (SSLSocket)
                context.getSocketFactory().createSocket(host, port.address().getPort());
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        return socket;
    }

    private static String get(RawClient client, String host) throws IOException {
        return client.send(TestPort.request(host, "GET", "/me", "", ""))
                .answer()
                .text();
    }

    @Test
    void theGeneratedCertificateNamesThisMachine() throws Exception {
        for (String host : List.of("localhost", "127.0.0.1")) {
            try (RawClient client = new RawClient(socket(host))) {
                assertThat(get(client, host + ":" + port.address().getPort())).isEqualTo("nobody");
            }
        }
    }

    @Test
    void bothProtocolsWorkAndOlderOnesDoNot() throws Exception {
        for (String protocol : List.of("TLSv1.2", "TLSv1.3")) {
            SSLSocket socket = socket("127.0.0.1");
            socket.setEnabledProtocols(new String[] {protocol});
            try (RawClient client = new RawClient(socket)) {
                assertThat(get(client, port.host())).isEqualTo("nobody");
                assertThat(socket.getSession().getProtocol()).isEqualTo(protocol);
                assertThat(socket.getSession().getCipherSuite()).containsAnyOf("_GCM_", "_CHACHA20_");
            }
        }
        try (SSLSocket socket = socket("127.0.0.1")) {
            socket.setEnabledProtocols(new String[] {"TLSv1.2"});
            socket.setEnabledCipherSuites(new String[] {"TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA"});
            assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLHandshakeException.class);
        }
    }

    @Test
    void aRequestWithoutTlsIsNotServed() throws Exception {
        try (RawClient client = port.connect()) {
            client.send(TestPort.request(port.host(), "GET", "/me", "", ""));
            assertThat(client.isAtEnd() || client.answer().status() == 0).isTrue();
        }
    }
}
