package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.GLOBEX;
import static org.esbmt.http.bc.internal.support.TestBus.acmeMessage;
import static org.esbmt.http.bc.internal.support.TestBus.globexMessage;
import static org.esbmt.http.bc.internal.support.TestBus.path;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The behaviour of back ends, and the resulting answers for clients. */
class BackEndTest {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\n";

    private StubBackEnd backEnd;
    private TestBus bus;

    @BeforeEach
    void start() throws IOException {
        backEnd = StubBackEnd.echo("acme-back-end");
        Map<String, Object> values = TestBus.allowing(backEnd);
        values.put("backend_idle_timeout_seconds", 600);
        bus = new TestBus(values);
    }

    @AfterEach
    void stop() throws IOException {
        bus.close();
        backEnd.close();
    }

    private void deploy(String providerAttributes) {
        bus.deployProxy(ACME, backEnd.url(), "", providerAttributes);
    }

    private RawClient.Answer call() throws IOException {
        try (RawClient client = bus.connect()) {
            return client.send(Soap.post(path(ACME), acmeMessage("<a/>"))).answer();
        }
    }

    static Stream<Arguments> invalidAnswersAreRefused() {
        String body = Soap.answer("x", "y");
        String length = "Content-Length: " + body.length() + "\r\n";
        return Stream.of(
                Arguments.of("two lengths", OK + length + "Content-Length: 3\r\n\r\n" + body),
                Arguments.of("a length beside chunked", OK + length + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
                Arguments.of("an unknown coding", OK + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"),
                Arguments.of("folding", OK + "X-A: b\r\n c\r\n" + length + "\r\n" + body),
                Arguments.of("LF", OK.replace("\r", "") + "\n" + body),
                Arguments.of("a bad chunk size", OK + "Transfer-Encoding: chunked\r\n\r\nxx\r\n"),
                Arguments.of("no HTTP", "SSH-2.0-x\r\n\r\n"),
                Arguments.of("HTTP/2", "HTTP/2.0 200 OK\r\n\r\n"),
                Arguments.of("switching protocols", "HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n"),
                Arguments.of("endless interim answers", "HTTP/1.1 103 Hints\r\n\r\n".repeat(50)),
                Arguments.of("an endless head", OK + "X-A: " + "b".repeat(40_000)),
                Arguments.of("a redirect", "HTTP/1.1 302 Found\r\nLocation: http://x/\r\nContent-Length: 0\r\n\r\n"),
                Arguments.of(
                        "an error page",
                        "HTTP/1.1 503 No\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\nSECRET"),
                Arguments.of(
                        "not SOAP", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\nSECRET"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void invalidAnswersAreRefused(String title, String bytes) throws IOException {
        deploy("");
        backEnd.behave((request, out) -> StubBackEnd.raw(out, bytes));
        RawClient.Answer answer = call();

        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.text()).contains("BACKEND_UNAVAILABLE").doesNotContain("SECRET");
    }

    @Test
    void octetsAfterAnAnswerNeverMeetAnotherRequest() throws IOException {
        deploy("");
        String body = Soap.answer("first", "y");
        String poison = OK + "Content-Length: 6\r\n\r\nPOISON";
        backEnd.behave((request, out) ->
                StubBackEnd.raw(out, OK + "Content-Length: " + body.length() + "\r\n\r\n" + body + poison));

        for (int i = 0; i < 3; i++) {
            assertThat(call().text()).isEqualTo(body);
        }
        assertThat(backEnd.connections()).isEqualTo(3);
    }

    @Test
    void aFaultPassesAsAFault() throws IOException {
        deploy("");
        backEnd.behave((request, out) ->
                StubBackEnd.respond(out, "500 Oops", "text/xml; charset=utf-8", Soap.fault("no stock")));
        RawClient.Answer answer = call();

        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.text()).isEqualTo(Soap.fault("no stock"));
    }

    @Test
    void anAbsentBackEndIsUnavailable() throws IOException {
        deploy("");
        backEnd.close();

        assertThat(call().text()).contains("BACKEND_UNAVAILABLE");
    }

    @Test
    void anUnknownHostIsUnavailable() throws IOException {
        bus.deployProxy(ACME, "http://no-such-host.invalid:1234/x", "", "connectTimeoutMillis=\"2000\"");

        assertThat(call().text()).contains("BACKEND_UNAVAILABLE");
    }

    @Test
    void aSlowBackEndIsATimeout() throws IOException {
        deploy("readTimeoutMillis=\"300\"");
        CountDownLatch never = new CountDownLatch(1);
        backEnd.behave((request, out) -> block(never));
        RawClient.Answer answer = call();
        never.countDown();

        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.text()).contains("BACKEND_TIMEOUT");
        await().until(() -> backEnd.openConnections() == 0);
    }

    private static void block(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aSlowExchangeIsATimeoutAndItsLateAnswerIsCounted() throws Exception {
        bus.deployProxy(ACME, backEnd.url(), "timeout=\"300\"", "");
        bus.deploy(
                ACME,
                "<http:soap-consumer service=\"s:Patient\" endpoint=\"in\" targetService=\"s:OrdersBackEnd\""
                        + " targetEndpoint=\"out\"/>");
        CountDownLatch later = new CountDownLatch(1);
        backEnd.behave((request, out) -> {
            block(later);
            StubBackEnd.ok(out, Soap.answer("late", ""));
        });
        try (RawClient client = bus.connect()) {
            client.send(Soap.post(path(ACME), acmeMessage("<a/>")));
            assertThat(client.answer().text()).contains("BACKEND_TIMEOUT");
            later.countDown();
            backEnd.behave((request, out) -> StubBackEnd.ok(out, Soap.answer("next", "")));

            String patient = path(ACME).replace("Orders", "Patient");
            assertThat(client.send(Soap.post(patient, acmeMessage("<a/>")))
                            .answer()
                            .text())
                    .contains("next")
                    .doesNotContain("late");
        }
    }

    @Test
    void aBackEndWithAnEndlessHeadIsReleasedWithTheExchange() throws IOException {
        bus.deployProxy(ACME, backEnd.url(), "timeout=\"300\"", "");
        backEnd.behave((request, out) -> {
            StubBackEnd.raw(out, OK + "X-A: ");
            while (!request.socket().isClosed()) {
                LockSupport.parkNanos(20_000_000);
                StubBackEnd.raw(out, "a");
            }
        });

        assertThat(call().text()).contains("BACKEND_TIMEOUT");
        await().until(() -> backEnd.openConnections() == 0);
    }

    @Test
    void aConnectionClosedBeforeTheAnswerIsAFault() throws IOException {
        deploy("");
        backEnd.behave((request, out) -> request.socket().close());

        assertThat(call().text()).contains("BACKEND_UNAVAILABLE");
        assertThat(backEnd.requests()).as("a POST is not sent twice").hasSize(1);
    }

    @Test
    void aConnectionClosedWithinTheAnswerCutsTheAnswer() throws IOException {
        deploy("");
        backEnd.behave((request, out) -> {
            StubBackEnd.raw(out, OK + "Content-Length: 500000\r\n\r\n" + "x".repeat(200_000));
            request.socket().close();
        });
        try (RawClient client = bus.connect()) {
            client.send(Soap.post(path(ACME), acmeMessage("<a/>")));

            assertThatThrownBy(client::answer)
                    .as("half an answer never looks like a whole one")
                    .isInstanceOf(EOFException.class);
        }
    }

    @Test
    void aConnectionClosedWithinAChunkedAnswerCutsTheAnswer() throws IOException {
        deploy("");
        backEnd.behave((request, out) -> {
            StubBackEnd.raw(out, OK + "Transfer-Encoding: chunked\r\n\r\n" + "30d40\r\n" + "x".repeat(200_000));
            request.socket().close();
        });
        try (RawClient client = bus.connect()) {
            client.send(Soap.post(path(ACME), acmeMessage("<a/>")));

            assertThatThrownBy(client::answer).isInstanceOf(EOFException.class);
        }
    }

    @Test
    void answersMayEndWithTheConnectionAndComeAfterInterimOnes() throws IOException {
        deploy("");
        backEnd.behave((request, out) -> {
            StubBackEnd.raw(out, "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.0 200 OK\r\nContent-Type: text/xml\r\n\r\n");
            StubBackEnd.raw(out, Soap.answer("old", ""));
            request.socket().close();
        });

        assertThat(call().text()).isEqualTo(Soap.answer("old", ""));
    }

    @Test
    void connectionsAreReused() throws IOException {
        deploy("");
        try (RawClient client = bus.connect()) {
            for (int i = 0; i < 20; i++) {
                client.send(Soap.post(path(ACME), acmeMessage("<a/>"))).answer();
            }
        }

        assertThat(backEnd.connections()).isEqualTo(1);
    }

    @Test
    void anIdleConnectionThatTheBackEndClosedIsNotUsed() throws IOException {
        deploy("");
        for (int i = 0; i < 3; i++) {
            assertThat(call().status()).isEqualTo(200);
            // The back end closes one direction, and ends the connection once the bus has closed the other one.
            backEnd.requests().get(i).socket().shutdownOutput();
            await().until(() -> backEnd.openConnections() == 0);
        }
    }

    @Test
    void tenantsDoNotShareConnections() throws IOException {
        deploy("");
        bus.deployProxy(GLOBEX, backEnd.url());
        try (RawClient client = bus.connect()) {
            client.send(Soap.post(path(ACME), acmeMessage("<a/>"))).answer();
            client.send(Soap.post(path(GLOBEX), globexMessage("<a/>"))).answer();
        }

        assertThat(backEnd.connections()).isEqualTo(2);
    }

    @Test
    void theBackEndIsReleasedWhenTheClientDisconnects() throws IOException {
        deploy("");
        CountDownLatch never = new CountDownLatch(1);
        backEnd.behave((request, out) -> block(never));
        try (RawClient client = bus.connect()) {
            client.send(Soap.post(path(ACME), acmeMessage("<a/>")));
            await().until(() -> backEnd.requests().size() == 1);
            client.socket().setSoLinger(true, 0);
        }
        Socket toBackEnd = backEnd.requests().get(0).socket();

        assertThat(toBackEnd.getInputStream().read()).isEqualTo(-1);
        never.countDown();
    }

    @Test
    void loopbackIsDeniedToTenantsUnlessListed() throws IOException {
        try (StubBackEnd other = StubBackEnd.echo("hidden")) {
            bus.deployProxy(ACME, other.url());

            assertThat(call().text()).contains("BACKEND_UNAVAILABLE");
            assertThat(other.connections()).isZero();
        }
    }

    @Test
    void anotherSpellingOfLoopbackIsDeniedToo() throws IOException {
        for (String host : new String[] {"localhost", "[::1]", "0.0.0.0", "127.1.2.3", "[::ffff:127.0.0.1]"}) {
            String unit = bus.deployProxy(ACME, "http://" + host + ":" + backEnd.port() + "/");
            assertThat(call().text()).as(host).contains("BACKEND_UNAVAILABLE");
            bus.undeploy(unit);
        }
        assertThat(backEnd.connections()).isZero();
    }

    @Test
    void anEntryForOneTenantIsNotForAnother() throws IOException {
        try (TestBus strict = new TestBus(Map.of("egress_allow", ACME + "@127.0.0.1:" + backEnd.port()))) {
            strict.deployProxy(ACME, backEnd.url());
            strict.deployProxy(GLOBEX, backEnd.url());
            try (RawClient client = strict.connect()) {
                assertThat(client.send(Soap.post(path(ACME), acmeMessage("<a/>")))
                                .answer()
                                .status())
                        .isEqualTo(200);
                assertThat(client.send(Soap.post(path(GLOBEX), globexMessage("<a/>")))
                                .answer()
                                .text())
                        .contains("BACKEND_UNAVAILABLE");
            }
        }
    }

    @Test
    void aBackEndThatNeverAcceptsDoesNotBlockTheClient() throws IOException {
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                TestBus slow = new TestBus(Map.of("egress_allow", "*@127.0.0.1:" + full.getLocalPort()))) {
            slow.deployProxy(
                    ACME,
                    "http://127.0.0.1:" + full.getLocalPort() + "/",
                    "",
                    "connectTimeoutMillis=\"300\" readTimeoutMillis=\"300\"");
            try (RawClient client = slow.connect()) {
                assertThat(client.send(Soap.post(path(ACME), acmeMessage("<a/>")))
                                .answer()
                                .text())
                        .containsAnyOf("BACKEND_TIMEOUT", "BACKEND_UNAVAILABLE");
            }
        }
    }
}
