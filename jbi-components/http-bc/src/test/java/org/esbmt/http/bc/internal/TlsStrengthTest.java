package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.acmeMessage;
import static org.esbmt.http.bc.internal.support.TestBus.path;
import static org.esbmt.testing.http.TestKeys.PASSWORD;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestAuthenticator;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.testing.FreePorts;
import org.esbmt.testing.http.RawClient;
import org.esbmt.testing.http.TestKeys;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Outdated features of TLS 1.2 are refused on both sides. The key is an RSA key, without which static RSA cannot be
 * requested.
 */
class TlsStrengthTest {
    private static final String TLS_1_2 = "TLSv1.2";
    private static final String CBC = "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA";

    @TempDir
    private static Path folder;

    private static Path store;
    private static SSLContext context;

    @BeforeAll
    static void makeKey() throws Exception {
        store = TestKeys.store(folder, "rsa", "RSA", "dns:localhost,ip:127.0.0.1");
        context = TestKeys.context(store);
    }

    private static Map<String, Object> serving(int port) {
        Map<String, Object> values = new HashMap<>();
        values.put("tls_port", port);
        values.put("tls_keystore", store.toString());
        values.put("tls_keystore_password", PASSWORD);
        return values;
    }

    private static Map<String, Object> trusting(StubBackEnd backEnd) {
        Map<String, Object> values = new HashMap<>(TestBus.allowing(backEnd));
        values.put("backend_truststore", store.toString());
        values.put("backend_truststore_password", PASSWORD);
        return values;
    }

    /** A client of TLS 1.2 that supports one cipher suite. */
    private static SSLSocket oldClient(int port, String suite) throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(10_000);
        socket.setEnabledProtocols(new String[] {TLS_1_2});
        socket.setEnabledCipherSuites(new String[] {suite});
        return socket;
    }

    /** A server of TLS 1.2 that supports one cipher suite. */
    private record OldServer(String suite) {
        ServerSocketFactory factory() {
            return new ServerSocketFactory() {
                @Override
                public ServerSocket createServerSocket(int port, int backlog, InetAddress address) throws IOException {
                    SSLServerSocket socket = (SSLServerSocket)
                            context.getServerSocketFactory().createServerSocket(port, backlog, address);
                    socket.setEnabledProtocols(new String[] {TLS_1_2});
                    socket.setEnabledCipherSuites(new String[] {suite});
                    return socket;
                }

                @Override
                public ServerSocket createServerSocket(int port, int backlog) throws IOException {
                    return createServerSocket(port, backlog, null);
                }

                @Override
                public ServerSocket createServerSocket(int port) throws IOException {
                    return createServerSocket(port, 0);
                }
            };
        }
    }

    private static RawClient.Answer call(TestBus bus) throws IOException {
        try (RawClient client = bus.connect()) {
            return client.send(Soap.post(path(ACME), acmeMessage("<a/>"))).answer();
        }
    }

    /** Allows time for a handshake on a busy machine. */
    private static void deploySlow(TestBus bus, StubBackEnd backEnd) {
        bus.deployProxy(ACME, "https://127.0.0.1:" + backEnd.port() + "/", "", "connectTimeoutMillis=\"30000\"");
    }

    private static HttpBindingComponent component(Map<String, Object> values) {
        return new HttpBindingComponent(TestBus.configuration(values), new TestAuthenticator(), () -> false);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "TLS_RSA_WITH_AES_128_GCM_SHA256",
                "TLS_RSA_WITH_AES_128_CBC_SHA",
                CBC,
                "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256",
                "TLS_DHE_RSA_WITH_AES_128_CBC_SHA"
            })
    void anOutdatedClientGetsNoConnection(String suite) throws Exception {
        int port = FreePorts.next();
        try (TestBus bus = new TestBus(serving(port));
                SSLSocket client = oldClient(port, suite)) {
            assertThat(bus.address()).isNotNull();
            assertThatThrownBy(client::startHandshake).isInstanceOf(SSLHandshakeException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
                "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
                "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256"
            })
    void aClientOfTls12WithForwardSecrecyIsServed(String suite) throws Exception {
        int port = FreePorts.next();
        try (StubBackEnd backEnd = StubBackEnd.echo("acme")) {
            Map<String, Object> values = serving(port);
            values.putAll(TestBus.allowing(backEnd));
            try (TestBus bus = new TestBus(values);
                    RawClient client = new RawClient(oldClient(port, suite))) {
                bus.deployProxy(ACME, backEnd.url());

                assertThat(client.send(Soap.post(path(ACME), acmeMessage("<a/>")))
                                .answer()
                                .status())
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void anOutdatedSuiteIsServedIfTheOperatorListsIt() throws Exception {
        int port = FreePorts.next();
        try (StubBackEnd backEnd = StubBackEnd.echo("acme")) {
            Map<String, Object> values = serving(port);
            values.putAll(TestBus.allowing(backEnd));
            values.put("tls_cipher_suites", "TLS_AES_256_GCM_SHA384, " + CBC);
            try (TestBus bus = new TestBus(values);
                    RawClient client = new RawClient(oldClient(port, CBC));
                    SSLSocket unlisted = oldClient(port, "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256")) {
                bus.deployProxy(ACME, backEnd.url());

                assertThat(client.send(Soap.post(path(ACME), acmeMessage("<a/>")))
                                .answer()
                                .status())
                        .isEqualTo(200);
                assertThatThrownBy(unlisted::startHandshake).isInstanceOf(SSLHandshakeException.class);
            }
        }
    }

    @Test
    void aClientThatRenegotiatesLosesItsConnection() throws Exception {
        int port = FreePorts.next();
        try (StubBackEnd backEnd = StubBackEnd.echo("acme")) {
            Map<String, Object> values = serving(port);
            values.putAll(TestBus.allowing(backEnd));
            try (TestBus bus = new TestBus(values);
                    SSLSocket socket = oldClient(port, "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256");
                    RawClient client = new RawClient(socket)) {
                bus.deployProxy(ACME, backEnd.url());
                assertThat(client.send(Soap.post(path(ACME), acmeMessage("<a/>")))
                                .answer()
                                .status())
                        .isEqualTo(200);

                assertThat(statusAfterAnotherHandshake(socket, client)).isZero();
                assertThat(backEnd.requests()).hasSize(1);
            }
        }
    }

    /** The connection's end appears at the handshake or after it, as an exception or not. */
    private static int statusAfterAnotherHandshake(SSLSocket socket, RawClient client) {
        try {
            socket.startHandshake();
            return client.send(Soap.post(path(ACME), acmeMessage("<a/>")))
                    .answer()
                    .status();
        } catch (IOException e) {
            return 0;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLS_RSA_WITH_AES_128_GCM_SHA256", CBC})
    void anOutdatedBackEndGetsNoRequest(String suite) throws Exception {
        try (StubBackEnd backEnd = new StubBackEnd(
                        (request, out) -> StubBackEnd.ok(out, "never"), new OldServer(suite).factory());
                TestBus bus = new TestBus(trusting(backEnd))) {
            bus.deployProxy(ACME, "https://127.0.0.1:" + backEnd.port() + "/");

            assertThat(call(bus).text()).contains("BACKEND_UNAVAILABLE");
            assertThat(backEnd.connections()).isPositive();
            assertThat(backEnd.requests()).isEmpty();
        }
    }

    @Test
    void anOutdatedBackEndIsCalledIfTheOperatorListsItsSuite() throws Exception {
        List<String> suites = new CopyOnWriteArrayList<>();
        try (StubBackEnd backEnd = new StubBackEnd(
                (request, out) -> {
                    SSLSession session = ((SSLSocket) request.socket()).getSession();
                    suites.add(session.getCipherSuite());
                    StubBackEnd.ok(out, Soap.answer("old", ""));
                },
                new OldServer(CBC).factory())) {
            Map<String, Object> values = trusting(backEnd);
            values.put("backend_cipher_suites", CBC);
            try (TestBus bus = new TestBus(values)) {
                deploySlow(bus, backEnd);

                assertThat(call(bus).text()).contains("old");
            }
        }
        assertThat(suites).containsExactly(CBC);
    }

    @Test
    void aBackEndThatRenegotiatesGivesNoAnswer() throws Exception {
        try (StubBackEnd backEnd = new StubBackEnd(
                        (request, out) -> {
                            ((SSLSocket) request.socket()).startHandshake();
                            StubBackEnd.ok(out, Soap.answer("renegotiated", ""));
                        },
                        new OldServer("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256").factory());
                TestBus bus = new TestBus(trusting(backEnd))) {
            deploySlow(bus, backEnd);

            assertThat(call(bus).text()).contains("BACKEND_UNAVAILABLE");
            assertThat(backEnd.requests()).hasSize(1);
        }
    }

    @Test
    void aSuiteThatTheJdkDoesNotHaveIsRefusedWithASentence() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> component(Map.of("tls_cipher_suites", "TLS_AES_256_GCM_SHA384,TLS_OF_MY_OWN")))
                .withMessage("tls.cipher.suites: this JDK has no cipher suite TLS_OF_MY_OWN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> component(Map.of("backend_cipher_suites", "TLS_RSA_WITH_NULL_SHA256")))
                .withMessage("backend.cipher.suites: this JDK has no cipher suite TLS_RSA_WITH_NULL_SHA256");
    }
}
