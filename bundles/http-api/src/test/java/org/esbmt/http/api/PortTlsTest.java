package org.esbmt.http.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.http.api.TestPort.get;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import org.esbmt.http.api.tls.TlsContexts;
import org.esbmt.testing.http.RawClient;
import org.esbmt.testing.http.TestKeys;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A port with TLS accepts modern suites of TLS 1.3 and 1.2, and nothing else. */
class PortTlsTest {
    @TempDir
    private static Path folder;

    private static SSLContext client;
    private static TestPort port;

    @BeforeAll
    static void start() throws Exception {
        Path store = TestKeys.store(folder, "port", "RSA", "dns:localhost,ip:127.0.0.1");
        client = TestKeys.context(store);
        port = TestPort.with()
                .tls(TlsContexts.server(store.toString(), TestKeys.PASSWORD, List.of()))
                .open((head, workers) -> new Handling.Whole(
                        100, workers, (h, body) -> Response.of(200).text("text/plain", "hello")));
    }

    @AfterAll
    static void stop() {
        port.close();
    }

    private static SSLSocket socket() throws IOException {
        return (SSLSocket) client.getSocketFactory()
                .createSocket(
                        port.port().address().getAddress(),
                        port.port().address().getPort());
    }

    @ParameterizedTest
    @CsvSource({
        "TLSv1.3, TLS_AES_256_GCM_SHA384",
        "TLSv1.3, TLS_CHACHA20_POLY1305_SHA256",
        "TLSv1.2, TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
        "TLSv1.2, TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256"
    })
    void modernSuitesAreServed(String protocol, String suite) throws IOException {
        SSLSocket socket = socket();
        socket.setEnabledProtocols(new String[] {protocol});
        socket.setEnabledCipherSuites(new String[] {suite});
        try (RawClient raw = new RawClient(socket)) {
            assertThat(raw.send(get("/")).answer().text()).isEqualTo("hello");
            assertThat(raw.send(get("/")).answer().text()).isEqualTo("hello");
            assertThat(socket.getSession().getProtocol()).isEqualTo(protocol);
            assertThat(socket.getSession().getCipherSuite()).isEqualTo(suite);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA",
                "TLS_DHE_RSA_WITH_AES_128_GCM_SHA256",
                "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384"
            })
    void otherSuitesAreRefused(String suite) throws IOException {
        try (SSLSocket socket = socket()) {
            socket.setEnabledProtocols(new String[] {"TLSv1.2"});
            socket.setEnabledCipherSuites(new String[] {suite});

            assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLHandshakeException.class);
        }
    }

    @Test
    void plainHttpIsNotAnswered() throws IOException {
        try (RawClient raw = port.connect()) {
            raw.send(get("/"));

            assertThat(new String(raw.input().readAllBytes(), StandardCharsets.ISO_8859_1))
                    .doesNotContain("HTTP");
        }
    }
}
