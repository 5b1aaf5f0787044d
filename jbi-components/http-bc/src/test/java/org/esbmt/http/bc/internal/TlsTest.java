package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.acmeMessage;
import static org.esbmt.http.bc.internal.support.TestBus.path;
import static org.esbmt.testing.http.TestKeys.PASSWORD;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.esbmt.http.bc.internal.support.MutualTls;
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

/** TLS on both sides, with keys made for the test. */
class TlsTest {
    @TempDir
    private static Path folder;

    private static Path right;
    private static Path wrongName;
    private static Path ofTheBus;
    private static Path ofAStranger;
    private static SSLContext rightContext;

    @BeforeAll
    static void makeKeys() throws Exception {
        right = TestKeys.store(folder, "right", "EC", "dns:localhost,ip:127.0.0.1");
        wrongName = TestKeys.store(folder, "wrong", "EC", "dns:elsewhere.example");
        ofTheBus = TestKeys.store(folder, "bus", "EC", "dns:bus.example");
        ofAStranger = TestKeys.store(folder, "stranger", "EC", "dns:bus.example");
        rightContext = TestKeys.context(right);
    }

    private static Map<String, Object> trusting(StubBackEnd backEnd) {
        Map<String, Object> values = new HashMap<>(TestBus.allowing(backEnd));
        values.put("backend_truststore", right.toString());
        values.put("backend_truststore_password", PASSWORD);
        return values;
    }

    private static Map<String, Object> trusting(StubBackEnd backEnd, Path ownKey) {
        Map<String, Object> values = trusting(backEnd);
        values.put("backend_keystore", ownKey.toString());
        values.put("backend_keystore_password", PASSWORD);
        return values;
    }

    private static Map<String, Object> serving(int port) {
        Map<String, Object> values = new HashMap<>();
        values.put("tls_port", port);
        values.put("tls_keystore", right.toString());
        values.put("tls_keystore_password", PASSWORD);
        return values;
    }

    private static RawClient.Answer call(TestBus bus) throws IOException {
        try (RawClient client = bus.connect()) {
            return client.send(Soap.post(path(ACME), acmeMessage("<a/>"))).answer();
        }
    }

    @Test
    void tenantsAreServedWithTls() throws Exception {
        int port = FreePorts.next();
        try (StubBackEnd backEnd = StubBackEnd.echo("behind-tls")) {
            Map<String, Object> values = new HashMap<>(TestBus.allowing(backEnd));
            values.putAll(serving(port));
            try (TestBus bus = new TestBus(values)) {
                bus.deployProxy(ACME, backEnd.url());
                try (RawClient client = connectWithTls(port)) {
                    String large = "<a>" + "x".repeat(500_000) + "</a>";
                    assertThat(client.send(Soap.post(path(ACME), acmeMessage("<a/>")))
                                    .answer()
                                    .text())
                            .contains("behind-tls");
                    assertThat(client.send(Soap.post(path(ACME), acmeMessage(large)))
                                    .answer()
                                    .status())
                            .isEqualTo(200);
                    assertThat(client.send("nonsense\r\n\r\n").answer().status())
                            .isEqualTo(400);
                    assertThat(client.isAtEnd()).isTrue();
                }
                try (RawClient plain = new RawClient(new Socket(InetAddress.getLoopbackAddress(), port))) {
                    plain.send(Soap.post(path(ACME), acmeMessage("<a/>")));
                    assertThat(plain.input().readAllBytes().length).isLessThan(100);
                }
            }
            assertThat(backEnd.requests()).hasSize(2);
        }
    }

    private static String wsdl(RawClient from) throws IOException {
        try (from) {
            return from.send("GET " + path(ACME) + "?wsdl HTTP/1.1\r\nHost: evil.example\r\n\r\n")
                    .answer()
                    .text();
        }
    }

    private static RawClient connectWithTls(int port) throws IOException {
        return new RawClient(rightContext.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "https://esb.example/"})
    void theWsdlHasTheAddressOfTheRequestedPortOrThePublicOne(String publicUrl) throws Exception {
        int port = FreePorts.next();
        Map<String, Object> values = serving(port);
        values.put("public_url", publicUrl);
        try (TestBus bus = new TestBus(values)) {
            bus.deploy(
                    ACME, TestBus.proxy("http://127.0.0.1:1/", "wsdl=\"orders.wsdl\"", ""), Map.of("orders.wsdl", """
                        <d:definitions xmlns:d="http://schemas.xmlsoap.org/wsdl/"><d:service name="D">
                          <d:port name="p"><s:address xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
                            location="http://inside/x"/></d:port></d:service></d:definitions>\
                        """));
            String plain =
                    publicUrl.isEmpty() ? "http://127.0.0.1:" + bus.address().getPort() : "https://esb.example";
            String tls = publicUrl.isEmpty() ? "https://127.0.0.1:" + port : "https://esb.example";

            assertThat(wsdl(bus.connect())).contains("location=\"" + plain + path(ACME) + "\"");
            assertThat(wsdl(connectWithTls(port))).contains("location=\"" + tls + path(ACME) + "\"");
        }
    }

    @Test
    void aBackEndWithATrustedCertificateOfItsNameIsCalled() throws Exception {
        try (StubBackEnd backEnd = new StubBackEnd(
                (request, out) -> StubBackEnd.ok(out, Soap.answer("over-tls", "")),
                rightContext.getServerSocketFactory())) {
            Map<String, Object> values = new HashMap<>(TestBus.allowing(backEnd));
            try (TestBus untrusting = new TestBus(values)) {
                untrusting.deployProxy(ACME, "https://127.0.0.1:" + backEnd.port() + "/");
                assertThat(call(untrusting).text()).contains("BACKEND_UNAVAILABLE");
            }
            try (TestBus trusting = new TestBus(trusting(backEnd))) {
                trusting.deployProxy(ACME, "https://127.0.0.1:" + backEnd.port() + "/");
                assertThat(call(trusting).text()).contains("over-tls");
                assertThat(call(trusting).text()).contains("over-tls");
            }
            assertThat(backEnd.requests()).hasSize(2);
        }
    }

    @Test
    void aTrustedCertificateOfAnotherNameIsRefused() throws Exception {
        try (StubBackEnd backEnd = new StubBackEnd(
                (request, out) -> StubBackEnd.ok(out, "never"),
                TestKeys.context(wrongName).getServerSocketFactory())) {
            Map<String, Object> values = new HashMap<>(TestBus.allowing(backEnd));
            values.put("backend_truststore", wrongName.toString());
            values.put("backend_truststore_password", PASSWORD);
            try (TestBus bus = new TestBus(values)) {
                bus.deployProxy(ACME, "https://127.0.0.1:" + backEnd.port() + "/");
                assertThat(call(bus).text()).contains("BACKEND_UNAVAILABLE");
            }
            assertThat(backEnd.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void aBackEndThatAsksForACertificateGetsThatOfTheBus(String protocol) throws Exception {
        List<String> peers = new CopyOnWriteArrayList<>();
        try (StubBackEnd backEnd = new StubBackEnd(
                        (request, out) -> {
                            SSLSession session = ((SSLSocket) request.socket()).getSession();
                            peers.add(session.getProtocol() + " " + session.getPeerPrincipal());
                            StubBackEnd.ok(out, Soap.answer("for the bus only", ""));
                        },
                        new MutualTls(TestKeys.context(right, ofTheBus), protocol));
                TestBus bus = new TestBus(trusting(backEnd, ofTheBus))) {
            bus.deployProxy(ACME, "https://127.0.0.1:" + backEnd.port() + "/");

            assertThat(call(bus).text()).contains("for the bus only");
            assertThat(call(bus).text()).contains("for the bus only");
        }
        assertThat(peers).containsExactly(protocol + " CN=bus", protocol + " CN=bus");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void aBackEndThatAsksForAnotherCertificateGetsNoRequest(String protocol) throws Exception {
        try (StubBackEnd backEnd = new StubBackEnd(
                (request, out) -> StubBackEnd.ok(out, "never"),
                new MutualTls(TestKeys.context(right, ofTheBus), protocol))) {
            List<Map<String, Object>> strangers = List.of(trusting(backEnd), trusting(backEnd, ofAStranger));
            for (Map<String, Object> values : strangers) {
                try (TestBus bus = new TestBus(values)) {
                    bus.deployProxy(ACME, "https://127.0.0.1:" + backEnd.port() + "/");

                    assertThat(call(bus).text()).contains("BACKEND_UNAVAILABLE");
                    assertThat(call(bus).text()).contains("BACKEND_UNAVAILABLE");
                }
            }
            assertThat(backEnd.connections()).isPositive();
            assertThat(backEnd.requests()).isEmpty();
        }
    }

    @Test
    void aKeyStoreThatCannotBeOpenedIsRefusedWithASentence() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HttpBindingComponent(
                        TestBus.configuration(
                                Map.of("tls_keystore", right.toString(), "tls_keystore_password", "wrong")),
                        new TestAuthenticator(),
                        () -> false))
                .withMessageContaining("tls.keystore " + right + " cannot be read")
                .withMessageNotContaining(PASSWORD);
    }
}
