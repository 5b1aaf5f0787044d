package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.acmeMessage;
import static org.esbmt.http.bc.internal.support.TestBus.path;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.testing.http.HostileRequests;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The edge refuses bytes that are not valid HTTP, or exceed its limits; the back end never sees any of them. */
class HttpEdgeTest {
    private static final String PATH = path(ACME);
    private static final String MESSAGE = acmeMessage("<a/>");
    private static final String TYPE = "Content-Type: text/xml\r\n";
    private static final String HOST = "Host: bus\r\n";
    /** A good request that a confused edge would take for the next one. */
    private static final String SMUGGLED = Soap.post(PATH, MESSAGE);
    /** A busy machine may take long. */
    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** The limits of the hasty bus. */
    private static final int HASTE_SECONDS = 1;

    private static StubBackEnd backEnd;
    private static TestBus bus;
    /** A bus that soon ends slow requests and idle connections. */
    private static TestBus hasty;

    @BeforeAll
    static void start() throws IOException {
        backEnd = StubBackEnd.echo("acme");
        Map<String, Object> values = new HashMap<>(TestBus.allowing(backEnd));
        bus = new TestBus(values);
        bus.deployProxy(ACME, backEnd.url(), "maxMessageBytes=\"100000\"", "");
        values.put("header_timeout_seconds", HASTE_SECONDS);
        values.put("idle_timeout_seconds", HASTE_SECONDS);
        values.put("transfer_grace_seconds", HASTE_SECONDS);
        values.put("transfer_min_rate", 1000);
        hasty = new TestBus(values);
        hasty.deployProxy(ACME, backEnd.url());
    }

    @AfterAll
    static void stop() throws IOException {
        hasty.close();
        bus.close();
        backEnd.close();
    }

    @BeforeEach
    void nothingYet() {
        backEnd.requests().clear();
    }

    private static String head(String headers) {
        return "POST " + PATH + " HTTP/1.1\r\n" + headers + "\r\n";
    }

    private static String length() {
        return "Content-Length: " + MESSAGE.length() + "\r\n";
    }

    static Stream<Arguments> refused() {
        Stream<Arguments> hostile = new HostileRequests(PATH, "text/xml", MESSAGE)
                .all()
                .map(attack -> Arguments.of(attack.title(), attack.status(), attack.bytes()));
        return Stream.concat(
                hostile,
                Stream.of(
                        Arguments.of("a large body", 413, head(HOST + TYPE + "Content-Length: 100001\r\n") + MESSAGE),
                        Arguments.of(
                                "a body larger than any endpoint takes",
                                413,
                                head(HOST + TYPE + "Content-Length: 1073741825\r\n"))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void refused(String title, int status, String bytes) throws IOException {
        try (RawClient client = bus.connect()) {
            client.send(bytes + SMUGGLED);
            RawClient.Answer answer = client.answer();

            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.header("Connection")).isEqualTo("close");
            assertThat(client.isAtEnd())
                    .as("nothing after it is a second request")
                    .isTrue();
        }
        assertThat(backEnd.requests()).isEmpty();
    }

    static Stream<Arguments> otherRequestsAreNotServed() {
        String good = HOST + TYPE + length();
        return Stream.of(
                Arguments.of("GET", 405, "GET " + PATH + " HTTP/1.1\r\n" + HOST + "\r\n"),
                Arguments.of("PUT", 405, "PUT " + PATH + " HTTP/1.1\r\n" + good + "\r\n" + MESSAGE),
                Arguments.of("TRACE", 405, "TRACE " + PATH + " HTTP/1.1\r\n" + HOST + "X-Secret: s\r\n\r\n"),
                Arguments.of("OPTIONS", 405, "OPTIONS " + PATH + " HTTP/1.1\r\n" + HOST + "\r\n"),
                Arguments.of("another path", 404, "POST /admin HTTP/1.1\r\n" + good + "\r\n" + MESSAGE),
                Arguments.of("dot segments", 404, "POST /x/.." + PATH + " HTTP/1.1\r\n" + good + "\r\n" + MESSAGE),
                Arguments.of(
                        "a dot segment inside",
                        404,
                        "POST " + PATH.replace("/Orders", "/./Orders") + " HTTP/1.1\r\n" + good + "\r\n" + MESSAGE),
                Arguments.of("a doubled slash", 404, "POST /" + PATH + " HTTP/1.1\r\n" + good + "\r\n" + MESSAGE),
                Arguments.of("a slash at the end", 404, "POST " + PATH + "/ HTTP/1.1\r\n" + good + "\r\n" + MESSAGE),
                Arguments.of(
                        "a tenant in capitals",
                        404,
                        "POST /tenant-services/AAAAAAAA-1111-4111-8111-111111111111/Orders/in HTTP/1.1\r\n" + good
                                + "\r\n" + MESSAGE),
                Arguments.of("a query", 404, "POST " + PATH + "?x=y HTTP/1.1\r\n" + good + "\r\n" + MESSAGE),
                Arguments.of("JSON", 415, head(HOST + "Content-Type: application/json\r\n" + length()) + MESSAGE),
                Arguments.of("no content type", 415, head(HOST + length()) + MESSAGE),
                Arguments.of(
                        "UTF-16", 415, head(HOST + "Content-Type: text/xml; charset=utf-16\r\n" + length()) + MESSAGE),
                Arguments.of(
                        "an extended charset",
                        415,
                        head(HOST + "Content-Type: text/xml; charset*=utf-8''utf-16\r\n" + length()) + MESSAGE),
                Arguments.of(
                        "a charset in parts",
                        415,
                        head(HOST + "Content-Type: text/xml; charset*0=utf-; charset*1=16\r\n" + length()) + MESSAGE),
                Arguments.of("gzip", 415, head(good + "Content-Encoding: gzip\r\n") + MESSAGE));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void otherRequestsAreNotServed(String title, int status, String bytes) throws IOException {
        try (RawClient client = bus.connect()) {
            RawClient.Answer answer = client.send(bytes).answer();

            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.text()).as("nothing is echoed").isEmpty();
            if (status == 405) {
                assertThat(answer.header("Allow")).isEqualTo("POST");
            }
        }
        assertThat(backEnd.requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bus",
                "bus:8192",
                "10.0.0.1:80",
                "[::1]",
                "[2001:db8::1]:443",
                "[::ffff:10.0.0.1]",
                "a_b-c.d",
                "bus:"
            })
    void validHostsAreAccepted(String host) throws IOException {
        try (RawClient client = bus.connect()) {
            client.send(head("Host: " + host + "\r\n" + TYPE + length()) + MESSAGE);

            assertThat(client.answer().status()).isEqualTo(200);
        }
    }

    @Test
    void anEncodedLetterIsAnotherPath() throws IOException {
        try (RawClient client = bus.connect()) {
            RawClient.Answer answer = client.send(Soap.post(PATH.replace("Orders", "%4Frders"), MESSAGE))
                    .answer();

            assertThat(answer.text()).contains("NO_SUCH_ENDPOINT");
        }
        assertThat(backEnd.requests()).isEmpty();
    }

    /**
     * Connects to the hasty bus, and sends these bytes before the bus closes a silent connection. A pause of the machine
     * may come between, so a late client tries again.
     */
    private static RawClient sentInTime(String bytes) throws IOException {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (System.nanoTime() - end < 0) {
            long begin = System.nanoTime();
            RawClient client = hasty.connect();
            try {
                client.send(bytes);
            } catch (IOException e) {
                client.close();
                throw e;
            }
            if (System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(HASTE_SECONDS)) {
                return client;
            }
            client.close();
        }
        throw new AssertionError("no client sends its bytes in time");
    }

    @Test
    void aSlowHeaderIsATimeout() throws IOException {
        try (RawClient client = sentInTime("POST " + PATH + " HTTP/1.1\r\nHo")) {
            assertThat(client.answer().status()).isEqualTo(408);
            assertThat(client.isAtEnd()).isTrue();
        }
    }

    @Test
    void aSlowBodyIsATimeout() throws IOException {
        try (RawClient client = sentInTime(head(HOST + TYPE + length()) + MESSAGE.substring(0, 10))) {
            assertThat(client.answer().status()).isEqualTo(408);
            assertThat(client.isAtEnd()).isTrue();
        }
        assertThat(backEnd.requests()).isEmpty();
    }

    @Test
    void aClientThatDoesNotReadItsAnswerIsDisconnected() throws IOException {
        try (StubBackEnd large = new StubBackEnd((request, out) -> StubBackEnd.ok(out, "x".repeat(40_000_000)));
                TestBus own = new TestBus(with(TestBus.allowing(large)))) {
            own.deployProxy(ACME, large.url(), "", "maxMessageBytes=\"50000000\"");
            try (RawClient client = own.connect()) {
                client.send(SMUGGLED);
                // the connection may be closed again before this thread looks
                await().atMost(LIMIT).until(() -> large.requests().size() == 1);
                await().atMost(LIMIT).until(() -> large.openConnections() == 0);

                assertThatThrownBy(client::answer)
                        .as("it never got the whole answer")
                        .isInstanceOf(IOException.class);
            }
        }
    }

    private static Map<String, Object> with(Map<String, Object> values) {
        Map<String, Object> all = new HashMap<>(values);
        all.put("transfer_grace_seconds", 1);
        all.put("transfer_min_rate", 1_000_000);
        return all;
    }

    @Test
    void anIdleConnectionIsClosedWithoutAnAnswer() throws IOException {
        try (RawClient client = sentInTime(SMUGGLED)) {
            assertThat(client.answer().status()).isEqualTo(200);

            assertThat(client.answer().status()).isZero();
        }
    }

    @Test
    void requestsOnOneConnectionAreAnsweredInOrder() throws IOException {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < 200; i++) {
            all.append(Soap.post(PATH, acmeMessage("<n>" + "x".repeat(i) + "</n>")));
        }
        try (RawClient client = bus.connect()) {
            client.send(all.toString());
            for (int i = 0; i < 200; i++) {
                int length = Soap.envelope("", "<n>" + "x".repeat(i) + "</n>").length();
                assertThat(client.answer().text()).contains(">" + length + "<");
            }
        }
    }

    @Test
    void requestsMayArriveByteByByte() throws IOException {
        try (RawClient client = bus.connect()) {
            client.socket().setTcpNoDelay(true);
            for (int i = 0; i < SMUGGLED.length(); i++) {
                client.send(SMUGGLED.substring(i, i + 1));
            }

            assertThat(client.answer().status()).isEqualTo(200);
        }
    }

    @Test
    void chunksWithValidExtensionsAndTrailersAreAccepted() throws IOException {
        String half = MESSAGE.substring(0, 100);
        String rest = MESSAGE.substring(100);
        try (RawClient client = bus.connect()) {
            client.send(head(HOST + TYPE + "Transfer-Encoding: Chunked\r\n") + "64;a;b=c;d=\"e f\"\r\n" + half + "\r\n"
                    + Integer.toHexString(rest.length()).toUpperCase(Locale.ROOT) + "\r\n" + rest
                    + "\r\n0\r\nX-Trailer: dropped\r\n\r\n" + SMUGGLED);

            assertThat(client.answer().status()).isEqualTo(200);
            assertThat(client.answer().status()).isEqualTo(200);
        }
        assertThat(backEnd.requests()).hasSize(2).allSatisfy(r -> assertThat(r.header("X-Trailer"))
                .isNull());
    }

    @Test
    void anExpectationIsAnsweredWithContinue() throws IOException {
        try (RawClient client = bus.connect()) {
            client.send(head(HOST + TYPE + length() + "Expect: 100-Continue\r\n"));
            assertThat(client.answer().status()).isEqualTo(100);
            client.send(MESSAGE);

            assertThat(client.answer().status()).isEqualTo(200);
        }
    }

    @Test
    void aRefusedRequestIsNotAnsweredWithContinue() throws IOException {
        try (RawClient client = bus.connect()) {
            client.send(head(HOST + TYPE + "Content-Length: 1073741825\r\nExpect: 100-continue\r\n"));

            assertThat(client.answer().status()).isEqualTo(413);
        }
    }

    @Test
    void aChunkedBodyThatGrowsTooLargeIsRefused() throws IOException {
        String message = acmeMessage("<a>" + "x".repeat(120_000) + "</a>");
        try (RawClient client = bus.connect()) {
            client.send(head(HOST + TYPE + "Transfer-Encoding: chunked\r\n") + Integer.toHexString(message.length())
                    + "\r\n" + message + "\r\n0\r\n\r\n");

            assertThat(client.answer().status()).isEqualTo(413);
            assertThat(client.isAtEnd()).isTrue();
        }
        assertThat(backEnd.requests()).isEmpty();
    }

    @Test
    void http10IsServedAndClosed() throws IOException {
        try (RawClient client = bus.connect()) {
            client.send("POST " + PATH + " HTTP/1.0\r\n" + TYPE + length() + "\r\n" + MESSAGE);

            assertThat(client.answer().status()).isEqualTo(200);
            assertThat(client.isAtEnd()).isTrue();
        }
    }

    @Test
    void aConnectionIsClosedAtTheClientsRequest() throws IOException {
        try (RawClient client = bus.connect()) {
            RawClient.Answer answer = client.send(Soap.post(PATH, MESSAGE, "Connection: TE, Close\r\n"))
                    .answer();

            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("Connection")).isEqualTo("close");
            assertThat(client.isAtEnd()).isTrue();
        }
    }

    @Test
    void onlyListedHeadersReachTheBackEnd() throws IOException {
        try (RawClient client = bus.connect()) {
            client.send(Soap.post(
                            PATH,
                            MESSAGE,
                            String.join(
                                    "\r\n",
                                    "SOAPAction: \"urn:act\"",
                                    "CamelHttpUri: http://evil",
                                    "javax.jbi.x: 1",
                                    "operationName: drop",
                                    "org.apache.servicemix.tmp: 1",
                                    "Authorization: Basic x",
                                    "Accept-Encoding: gzip",
                                    "TE: trailers",
                                    "Keep-Alive: 5",
                                    "traceparent: 00-1",
                                    "X-Forwarded-For: 1.2.3.4",
                                    "Cookie: a=b",
                                    "")))
                    .answer();
        }
        assertThat(backEnd.requests()).singleElement().satisfies(r -> {
            assertThat(r.startLine()).isEqualTo("POST /service HTTP/1.1");
            assertThat(r.headers())
                    .containsExactlyInAnyOrder(
                            "Host: 127.0.0.1:" + backEnd.port(),
                            "Accept-Encoding: identity",
                            "Content-Type: text/xml; charset=utf-8",
                            "SOAPAction: \"urn:act\"",
                            "traceparent: 00-1",
                            "Content-Length: " + Soap.envelope("", "<a/>").length());
        });
    }
}
