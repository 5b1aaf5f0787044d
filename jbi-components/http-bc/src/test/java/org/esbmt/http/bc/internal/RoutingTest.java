package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.ALICE;
import static org.esbmt.http.bc.internal.support.TestBus.GLOBEX;
import static org.esbmt.http.bc.internal.support.TestBus.acmeMessage;
import static org.esbmt.http.bc.internal.support.TestBus.globexMessage;
import static org.esbmt.http.bc.internal.support.TestBus.path;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.tenancy.api.AuthenticationOutcome;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.testing.FreePorts;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The way from a sender to an endpoint: the URL claims, the header proves. */
class RoutingTest {
    private static final String SHARED = "/tenant-services/Orders/in";

    private StubBackEnd acme;
    private StubBackEnd globex;
    private TestBus bus;

    @BeforeEach
    void start() throws IOException {
        acme = StubBackEnd.echo("acme-back-end");
        globex = StubBackEnd.echo("globex-back-end");
        bus = new TestBus(TestBus.allowing(acme, globex));
        bus.deployProxy(ACME, acme.url());
        bus.deployProxy(GLOBEX, globex.url());
    }

    @AfterEach
    void stop() throws IOException {
        bus.close();
        acme.close();
        globex.close();
    }

    private RawClient.Answer post(String path, String message) throws IOException {
        try (RawClient client = bus.connect()) {
            return client.send(Soap.post(path, message)).answer();
        }
    }

    @Test
    void onTheSharedUrlTheHeaderAloneNamesTheTenant() throws IOException {
        assertThat(post(SHARED, acmeMessage("<a/>")).text()).contains("acme-back-end");
        assertThat(post(SHARED, globexMessage("<a/>")).text()).contains("globex-back-end");
    }

    static Stream<Arguments> refused() {
        TenantId nobody = TenantId.of("99999999-9999-4999-8999-999999999999");
        String bad = Soap.envelope(Soap.context(ACME, ALICE, "wrong"), "<a/>");
        String unknown = Soap.envelope(Soap.context(nobody, ALICE, "acme-secret"), "<a/>");
        String doubled = Soap.envelope(
                Soap.context(ACME, ALICE, "acme-secret") + Soap.context(GLOBEX, ALICE, "globex-secret"), "<a/>");
        String nowhere = "/tenant-services/" + ACME + "/Nothing/here";
        return Stream.of(
                Arguments.of("globex on acme's URL", "NO_SUCH_ENDPOINT", path(ACME), globexMessage("<a/>")),
                Arguments.of("acme on globex's URL", "NO_SUCH_ENDPOINT", path(GLOBEX), acmeMessage("<a/>")),
                Arguments.of("no such endpoint", "NO_SUCH_ENDPOINT", nowhere, acmeMessage("<a/>")),
                Arguments.of(
                        "no such shared service",
                        "NO_SUCH_ENDPOINT",
                        "/tenant-services/Nothing/in",
                        acmeMessage("<a/>")),
                Arguments.of("a wrong password", "NOT_AUTHENTICATED", path(ACME), bad),
                Arguments.of("a wrong password, nowhere", "NOT_AUTHENTICATED", nowhere, bad),
                Arguments.of("a wrong password, shared", "NOT_AUTHENTICATED", SHARED, bad),
                Arguments.of("an unknown tenant", "NOT_AUTHENTICATED", path(ACME), unknown),
                Arguments.of("no header", "CONTEXT_MISSING", path(ACME), Soap.envelope("", "<a/>")),
                Arguments.of("no header, shared", "CONTEXT_MISSING", SHARED, Soap.envelope("", "<a/>")),
                Arguments.of("a doubled header", "CONTEXT_INVALID", path(ACME), doubled),
                Arguments.of("a DOCTYPE", "MALFORMED", path(ACME), "<!DOCTYPE a []>" + acmeMessage("<a/>")),
                Arguments.of("no XML", "MALFORMED", path(ACME), "hello"),
                Arguments.of("no body", "MALFORMED", path(ACME), ""),
                Arguments.of(
                        "half an envelope",
                        "MALFORMED",
                        path(ACME),
                        acmeMessage("<a/>").replace("</soap:Body>", "")),
                Arguments.of("something after the envelope", "MALFORMED", path(ACME), acmeMessage("<a/>") + "<b/>"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void refused(String title, String code, String path, String message) throws IOException {
        RawClient.Answer answer = post(path, message);

        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.header("Content-Type")).isEqualTo("text/xml; charset=utf-8");
        assertThat(answer.text()).contains("<code>" + code + "</code>").contains("<correlationID>");
        assertThat(acme.requests()).isEmpty();
        assertThat(globex.requests()).isEmpty();
    }

    @Test
    void aWrongTenantLooksLikeAMissingEndpoint() throws IOException {
        String crossed = post(path(ACME), globexMessage("<a/>")).text();
        String nothing = post("/tenant-services/" + ACME + "/Nothing/here", globexMessage("<a/>"))
                .text();

        assertThat(withoutId(crossed)).isEqualTo(withoutId(nothing));
    }

    private static String withoutId(String fault) {
        return fault.replaceAll("<correlationID>[^<]*", "");
    }

    @Test
    void anAuthenticatedSenderOfASuspendedTenantGetsThatFault() throws IOException {
        assertThat(post(path(ACME), acmeMessage("<a/>")).status()).isEqualTo(200);
        bus.authenticator().refuse(ACME, AuthenticationOutcome.Reason.TENANT_SUSPENDED);

        assertThat(post(path(ACME), acmeMessage("<a/>")).text()).contains("TENANT_SUSPENDED");
        assertThat(acme.requests()).hasSize(1);
    }

    @Test
    void aKnownCredentialIsNotCheckedAgain() throws IOException {
        for (int i = 0; i < 5; i++) {
            assertThat(post(path(ACME), acmeMessage("<a/>")).status()).isEqualTo(200);
        }

        assertThat(bus.authenticator().checks()).isEqualTo(1);
    }

    @Test
    void nothingIsForwardedWhileTheCredentialIsChecked() throws Exception {
        CompletableFuture<Void> gate = new CompletableFuture<>();
        bus.authenticator().hold(gate);
        try (RawClient client = bus.connect()) {
            client.send(Soap.post(path(ACME), acmeMessage("<a>" + "x".repeat(300_000) + "</a>")));
            await().until(() -> bus.authenticator().checks() == 1);
            assertThat(acme.connections()).isZero();
            gate.complete(null);

            assertThat(client.answer().status()).isEqualTo(200);
        }
    }

    @Test
    void aSecondEndpointOnTheSamePathIsRefusedAndLeavesTheFirst() throws IOException {
        assertThatThrownBy(() -> bus.deploy(
                        ACME,
                        "<http:soap-consumer service=\"s:Orders\" endpoint=\"in\" targetService=\"s:Other\""
                                + " targetEndpoint=\"out\"/>"))
                .hasMessageContaining("already");

        assertThat(post(path(ACME), acmeMessage("<a/>")).status()).isEqualTo(200);
    }

    @Test
    void anUndeployedEndpointCanBeDeployedAgain() throws IOException {
        String unit = bus.deploy(ACME, TestBus.proxy(acme.url(), "", "").replace("Orders", "Later"));
        String later = "/tenant-services/" + ACME + "/Later/in";
        assertThat(post(later, acmeMessage("<a/>")).status()).isEqualTo(200);
        bus.undeploy(unit);
        assertThat(post(later, acmeMessage("<a/>")).text()).contains("NO_SUCH_ENDPOINT");
        bus.deploy(ACME, TestBus.proxy(acme.url(), "", "").replace("Orders", "Later"));

        assertThat(post(later, acmeMessage("<a/>")).status()).isEqualTo(200);
    }

    @Test
    void theWsdlHasTheTenantsAddressRegardlessOfTheHostHeader() throws IOException {
        bus.deploy(
                ACME,
                TestBus.proxy(acme.url(), "wsdl=\"orders.wsdl\"", "").replace("Orders", "Described"),
                Map.of(
                        "orders.wsdl",
                        "<wsdl:definitions xmlns:wsdl=\"http://schemas.xmlsoap.org/wsdl/\""
                                + " xmlns:soap=\"http://schemas.xmlsoap.org/wsdl/soap/\"><wsdl:service name=\"D\">"
                                + "<wsdl:port name=\"p\" binding=\"b\"><soap:address location=\"http://inside/x\"/>"
                                + "</wsdl:port></wsdl:service></wsdl:definitions>"));
        String path = "/tenant-services/" + ACME + "/Described/in";
        try (RawClient client = bus.connect()) {
            RawClient.Answer wsdl = client.send("GET " + path + "?wsdl HTTP/1.1\r\nHost: evil.example\r\n\r\n")
                    .answer();

            assertThat(wsdl.status()).isEqualTo(200);
            assertThat(wsdl.header("Content-Type")).startsWith("text/xml");
            assertThat(wsdl.text())
                    .contains("location=\"http://127.0.0.1:" + bus.address().getPort() + path + "\"")
                    .doesNotContain("inside")
                    .doesNotContain("evil");
            assertThat(client.send("GET " + path(ACME) + "?wsdl HTTP/1.1\r\nHost: a\r\n\r\n")
                            .answer()
                            .status())
                    .isEqualTo(404);
        }
    }

    @Test
    void plainEndpointsNeedNoHeaderAndReachOnlyPlainOnes() throws IOException {
        int port = FreePorts.next();
        String location = "http://127.0.0.1:" + port + "/orders";
        bus.deploy(
                null,
                TestBus.proxy(acme.url(), "locationURI=\"" + location + "\"", "")
                        .replace("OrdersBackEnd", "PlainBackEnd"));
        int crossedPort = FreePorts.next();
        bus.deploy(
                null,
                "<http:soap-consumer service=\"s:Cross\" endpoint=\"in\" targetService=\"s:OrdersBackEnd\""
                        + " targetEndpoint=\"out\" locationURI=\"http://127.0.0.1:" + crossedPort + "/cross\"/>");
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (RawClient client = new RawClient(new InetSocketAddress(loopback, port));
                RawClient crossed = new RawClient(new InetSocketAddress(loopback, crossedPort))) {
            assertThat(client.send(Soap.post("/orders", Soap.envelope("", "<a/>")))
                            .answer()
                            .text())
                    .contains("acme-back-end");
            assertThat(client.send(Soap.post(path(ACME), acmeMessage("<a/>")))
                            .answer()
                            .status())
                    .as("tenants are not served on a plain port")
                    .isEqualTo(404);
            acme.requests().clear();
            RawClient.Answer refused =
                    crossed.send(Soap.post("/cross", acmeMessage("<a/>"))).answer();
            assertThat(refused.status())
                    .as("a plain consumer cannot reach a tenant's endpoint, whoever's header it brings")
                    .isEqualTo(500);
        }
        assertThat(acme.requests()).isEmpty();
    }

    @Test
    void aPlainEndpointOfOneVersionRefusesTheOther() throws IOException {
        int port = FreePorts.next();
        bus.deploy(
                null,
                TestBus.proxy(
                        acme.url(), "soapVersion=\"1.1\" locationURI=\"http://127.0.0.1:" + port + "/orders\"", ""));
        String message = Soap.envelope("", "<a/>");
        String other =
                message.replace("http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope");
        try (RawClient client = new RawClient(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
            client.send(Soap.post("/orders", other).replace("text/xml", "application/soap+xml"));
            assertThat(client.answer().text()).contains("VERSION_MISMATCH");
            assertThat(acme.connections()).isZero();
            assertThat(client.send(Soap.post("/orders", message)).answer().status())
                    .isEqualTo(200);
        }
    }

    @Test
    void aPlainPortIsClosedWithItsLastEndpoint() throws IOException {
        int port = FreePorts.next();
        String unit =
                bus.deploy(null, TestBus.proxy(acme.url(), "locationURI=\"http://127.0.0.1:" + port + "/orders\"", ""));
        bus.undeploy(unit);

        assertThatThrownBy(() -> new RawClient(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)))
                .isInstanceOf(IOException.class);
    }
}
