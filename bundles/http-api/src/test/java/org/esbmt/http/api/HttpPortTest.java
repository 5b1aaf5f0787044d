package org.esbmt.http.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;
import static org.esbmt.http.api.TestPort.chunked;
import static org.esbmt.http.api.TestPort.get;
import static org.esbmt.http.api.TestPort.post;
import static org.esbmt.http.api.TestPort.request;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests reach their handlers on a port, and answers their clients. */
class HttpPortTest {
    private static final String TEXT = "text/plain; charset=utf-8";

    private static TestPort port;

    @BeforeAll
    static void start() throws IOException {
        port = TestPort.with().open(HttpPortTest::route);
    }

    @AfterAll
    static void stop() {
        port.close();
    }

    private static Handling route(RequestHead head, Workers workers) {
        return switch (head.path()) {
            case "/now" ->
                new Handling.Now(Response.of(303).field("Location", "/there").empty());
            case "/streamed" ->
                new Handling.Streamed(1000, workers, (h, body) -> Response.of(200)
                        .text(TEXT, h.method() + " " + body.readAllBytes().length));
            case "/early" ->
                new Handling.Streamed(
                        1_000_000, workers, (h, body) -> Response.of(200).text(TEXT, "" + body.read()));
            case "/none" -> whole(workers, Response.of(204).empty());
            case "/same" ->
                whole(workers, Response.of(304).field("ETag", "\"7\"").empty());
            case "/cookies" ->
                whole(
                        workers,
                        Response.of(200)
                                .field("Set-Cookie", "a=1; Secure")
                                .field("Set-Cookie", "b=2; Secure")
                                .empty());
            case "/large" -> whole(workers, Response.of(200).bytes("application/octet-stream", new byte[300_000]));
            case "/bad" ->
                new Handling.Whole(0, workers, (h, body) -> {
                    throw new IllegalStateException("a handler's fault");
                });
            case "/unreadable" ->
                new Handling.Whole(0, workers, (h, body) -> {
                    throw new IOException("a file of the handler is missing");
                });
            case "/unroutable" -> throw new IllegalStateException("a router's fault");
            default ->
                new Handling.Whole(1000, workers, (h, body) -> Response.of(200)
                        .text(
                                TEXT,
                                h.method() + " " + h.path() + " " + h.query().orElse("-") + " "
                                        + h.field("If-Match").orElse("-") + " "
                                        + h.field("X-Other").orElse("-") + " "
                                        + new String(body, StandardCharsets.UTF_8)));
        };
    }

    private static Handling whole(Workers workers, Response response) {
        return new Handling.Whole(0, workers, (head, body) -> response);
    }

    private static RawClient.Answer answer(String request) throws IOException {
        try (RawClient client = port.connect()) {
            return client.send(request).answer();
        }
    }

    @Test
    void aHandlerGetsTheHeadAndTheWholeBody() throws IOException {
        String fields = "If-Match: \"1\"\r\nIf-Match: \"2\"\r\nX-Other: skipped\r\nContent-Length: 5\r\n";

        RawClient.Answer answer = answer(request("PUT", "/tenants/a%2Fb?x=y", fields) + "hello");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo("PUT /tenants/a%2Fb x=y \"1\", \"2\" - hello");
        assertThat(answer.header("Content-Type")).isEqualTo(TEXT);
        assertThat(answer.header("Date")).endsWith("GMT");
        assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
    }

    @Test
    void aPostWithoutALengthIsEmptyOnAPortThatTakesIt() throws IOException {
        try (TestPort taking = TestPort.with().emptyPosts().open(HttpPortTest::route);
                RawClient client = taking.connect()) {
            client.send(request("POST", "/streamed", "") + get("/now"));

            assertThat(client.answer().text()).isEqualTo("POST 0");
            assertThat(client.answer().status()).isEqualTo(303);
        }
    }

    @Test
    void aWholeBodyMayComeInChunks() throws IOException {
        assertThat(answer(chunked("/", "hel", "lo")).text()).endsWith(" hello");
    }

    @Test
    void aStreamedBodyIsReadWhileItArrives() throws IOException {
        try (RawClient client = port.connect()) {
            client.send(request("POST", "/streamed", "Content-Length: 500\r\n") + "x".repeat(100));
            client.send("x".repeat(400));

            assertThat(client.answer().text()).isEqualTo("POST 500");
        }
        assertThat(answer(get("/streamed")).text()).isEqualTo("GET 0");
    }

    @Test
    void aHandlerMayAnswerBeforeTheEndOfTheBody() throws IOException {
        try (RawClient client = port.connect()) {
            client.send(request("POST", "/early", "Content-Length: 1000000\r\n") + "x");
            RawClient.Answer answer = client.answer();

            assertThat(answer.text()).isEqualTo("" + (int) 'x');
            assertThat(answer.header("Connection")).isEqualTo("close");
        }
    }

    @Test
    void requestsOfOneConnectionAreAnsweredInOrder() throws IOException {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < 50; i++) {
            all.append(get("/" + i)).append(post("/" + i, "body"));
        }
        try (RawClient client = port.connect()) {
            client.send(all.toString());
            for (int i = 0; i < 50; i++) {
                assertThat(client.answer().text()).startsWith("GET /" + i + " ");
                assertThat(client.answer().text())
                        .startsWith("POST /" + i + " ")
                        .endsWith(" body");
            }
        }
    }

    @Test
    void headGetsTheFieldsOfGetWithoutItsBody() throws IOException {
        try (RawClient client = port.connect()) {
            RawClient.Answer toGet = client.send(get("/a")).answer();
            RawClient.Answer toHead = client.send(request("HEAD", "/a", "")).answerToHead();
            RawClient.Answer next = client.send(get("/b")).answer();

            assertThat(toHead.status()).isEqualTo(200);
            assertThat(toHead.header("Content-Length"))
                    .isEqualTo("" + (toGet.text().length() + 1));
            assertThat(toHead.header("Content-Type")).isEqualTo(TEXT);
            assertThat(next.text()).as("no octet of a body came").startsWith("GET /b");
        }
    }

    @Test
    void aStatusWithoutContentHasNoLength() throws IOException {
        try (RawClient client = port.connect()) {
            RawClient.Answer none = client.send(get("/none")).answer();
            RawClient.Answer same = client.send(get("/same")).answer();

            assertThat(none.status()).isEqualTo(204);
            assertThat(same.status()).isEqualTo(304);
            assertThat(same.header("ETag")).isEqualTo("\"7\"");
            assertThat(none.headers()).doesNotContainKeys("content-length", "transfer-encoding");
            assertThat(same.headers()).doesNotContainKeys("content-length", "transfer-encoding");
            assertThat(client.send(get("/")).answer().status()).isEqualTo(200);
        }
    }

    @Test
    void anAnswerMaySetSeveralCookies() throws IOException {
        assertThat(answer(get("/cookies")).header("Set-Cookie")).isEqualTo("a=1; Secure\nb=2; Secure");
    }

    @Test
    void aRepeatedFieldThatMayOccurOnceIsRefused() throws IOException {
        assertThat(answer(request("GET", "/", "Cookie: a=1\r\nCookie: b=2\r\n")).status())
                .isEqualTo(400);
    }

    @Test
    void aRouterMayAnswerAtOnce() throws IOException {
        try (RawClient client = port.connect()) {
            assertThat(client.send(get("/now")).answer().header("Location")).isEqualTo("/there");
            RawClient.Answer withBody = client.send(request("POST", "/now", "Content-Length: 9\r\n"))
                    .answer();

            assertThat(withBody.status()).isEqualTo(303);
            assertThat(withBody.header("Connection")).isEqualTo("close");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "bus:8193", "127.0.0.1", "BUS"})
    void anotherHostIsRefused(String host) throws IOException {
        RawClient.Answer answer = answer("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n");

        assertThat(answer.status()).isEqualTo(421);
        assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
    }

    @Test
    void aRequestWithoutHostIsRefused() throws IOException {
        assertThat(answer("GET / HTTP/1.0\r\n\r\n").status()).isEqualTo(421);
        assertThat(answer("GET / HTTP/1.1\r\n\r\n").status()).isEqualTo(400);
    }

    @Test
    void aBodyWithAContentCodingIsRefused() throws IOException {
        assertThat(answer(request("POST", "/", "Content-Encoding: gzip\r\nContent-Length: 1\r\n") + "x")
                        .status())
                .isEqualTo(415);
    }

    @Test
    void anExpectationIsAnsweredWithContinue() throws IOException {
        try (RawClient client = port.connect()) {
            client.send(request("POST", "/", "Content-Length: 5\r\nExpect: 100-continue\r\n"));
            assertThat(client.answer().status()).isEqualTo(100);

            assertThat(client.send("hello").answer().text()).endsWith(" hello");
        }
    }

    @Test
    void aFaultOfTheRouterOrAHandlerIsNotTold() throws IOException {
        for (String path : new String[] {"/bad", "/unreadable", "/unroutable"}) {
            RawClient.Answer answer = answer(get(path));

            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.text()).isEmpty();
        }
    }

    @Test
    void aLargeAnswerComesWhole() throws IOException {
        assertThat(answer(get("/large")).text()).hasSize(300_000);
    }

    @Test
    void aRequestWhoseClientHasLeftIsNotHandled() throws Exception {
        Queue<String> handled = new ConcurrentLinkedQueue<>();
        CountDownLatch go = new CountDownLatch(1);
        try (TestPort own = TestPort.with()
                        .workers(1, 8)
                        .open((head, workers) -> new Handling.Whole(0, workers, (h, body) -> {
                            handled.add(h.path());
                            if (h.path().equals("/first")) {
                                awaitLatch(go);
                            }
                            return Response.of(200).empty();
                        }));
                RawClient first = own.connect();
                RawClient third = own.connect()) {
            first.send(get("/first"));
            await().until(() -> handled.contains("/first"));
            try (RawClient second = own.connect()) {
                second.send(get("/second"));
                await().until(() -> own.port().counters().requests.sum() == 2);
            }
            await().until(() -> own.port().connections() == 2);
            third.send(get("/third"));
            await().until(() -> own.port().counters().requests.sum() == 3);
            go.countDown();

            assertThat(first.answer().status()).isEqualTo(200);
            assertThat(third.answer().status()).isEqualTo(200);
            assertThat(handled).containsExactly("/first", "/third");
        }
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aClosingPortFinishesTheRequestsInProgress() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        AtomicBoolean begun = new AtomicBoolean();
        TestPort own = TestPort.with()
                .drain(Duration.ofSeconds(60))
                .open((head, workers) -> new Handling.Whole(0, workers, (h, body) -> {
                    begun.set(true);
                    awaitLatch(go);
                    return Response.of(200).empty();
                }));
        try (RawClient client = own.connect()) {
            client.send(get("/"));
            await().untilTrue(begun);
            Thread closing = new Thread(own::close);
            closing.start();
            await().until(() -> !accepts(own));
            go.countDown();
            RawClient.Answer answer = client.answer();
            closing.join(10_000);

            assertThat(answer.status()).isEqualTo(200);
            assertThat(closing.isAlive()).isFalse();
        }
    }

    private static boolean accepts(TestPort port) {
        try (RawClient client = port.connect()) {
            return client.socket().isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void anAnswerCannotBreakItsHead() {
        Response.Builder answer = Response.of(200);

        assertThatIllegalArgumentException().isThrownBy(() -> answer.field("X", "a\r\nSet-Cookie: b=c"));
        assertThatIllegalArgumentException().isThrownBy(() -> answer.field("X", "\u20ac"));
        assertThatIllegalArgumentException().isThrownBy(() -> answer.field("X\r\nY", "a"));
        assertThatIllegalArgumentException().isThrownBy(() -> answer.field("Content-Length", "5"));
        assertThatIllegalArgumentException().isThrownBy(() -> answer.field("transfer-encoding", "chunked"));
        assertThatIllegalArgumentException().isThrownBy(() -> answer.field("Content-Type", "text/html"));
        assertThatIllegalArgumentException().isThrownBy(() -> answer.field("X", "x".repeat(40_000)));
        assertThatIllegalArgumentException().isThrownBy(() -> Response.of(100));
    }

    @Test
    void theLargestHeadIsWritten() throws IOException {
        try (TestPort own = TestPort.with()
                        .open((head, workers) -> new Handling.Now(Response.of(200)
                                .field("X-Large", "x".repeat(32_000))
                                .text(TEXT, "y".repeat(16_000))));
                RawClient client = own.connect()) {
            RawClient.Answer answer = client.send(get("/")).answer();

            assertThat(answer.header("X-Large")).hasSize(32_000);
            assertThat(answer.text()).hasSize(16_000);
        }
    }
}
