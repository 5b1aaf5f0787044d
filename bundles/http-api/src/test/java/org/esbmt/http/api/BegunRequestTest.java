package org.esbmt.http.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.esbmt.http.api.TestPort.chunked;
import static org.esbmt.http.api.TestPort.post;
import static org.esbmt.http.api.TestPort.request;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.esbmt.testing.http.RawClient;
import org.esbmt.testing.http.RawClient.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests whose beginning, up to a full stop, is received before they occupy a thread. */
@Timeout(60)
class BegunRequestTest {
    private static final int MOST = 1000;
    private static final String SLOW = request("POST", "/begun", "Content-Length: 5000\r\n") + "slow";

    private final List<RawClient> clients = new ArrayList<>();
    private final AtomicReference<String> taken = new AtomicReference<>("");
    private final AtomicInteger handled = new AtomicInteger();
    private Duration within = Duration.ofSeconds(30);

    @AfterEach
    void closeClients() throws IOException {
        for (RawClient client : clients) {
            client.close();
        }
    }

    private RawClient connect(TestPort port) throws IOException {
        RawClient client = port.connect();
        clients.add(client);
        return client;
    }

    private Handling route(RequestHead head, Workers workers) {
        return switch (head.path()) {
            case "/begun" ->
                new Handling.Begun(beginning(), 100_000, within, workers, (h, body) -> length(body.readAllBytes()));
            case "/whole" -> new Handling.Whole(100_000, workers, (h, body) -> length(body));
            case "/told" ->
                new Handling.Begun(
                        told(beginning()), 100_000, within, workers, (h, body) -> length(body.readAllBytes()));
            case "/full" ->
                new Handling.Begun(beginning(), 100_000, within, full(), (h, body) -> Response.of(200)
                        .empty());
            case "/full-whole" ->
                new Handling.Whole(1000, full(), (h, body) -> Response.of(200).empty());
            default ->
                new Handling.Streamed(
                        1000, full(), (h, body) -> Response.of(200).empty());
        };
    }

    private Response length(byte[] body) {
        handled.incrementAndGet();
        return Response.of(200).text("text/plain", Integer.toString(body.length));
    }

    private Handling.Beginning beginning() {
        return new Handling.Beginning() {
            @Override
            public int mostBytes() {
                return MOST;
            }

            @Override
            public boolean isComplete(byte[] bytes, int size) {
                return new String(bytes, 0, size, java.nio.charset.StandardCharsets.US_ASCII).indexOf('.') >= 0;
            }

            @Override
            public void take(byte[] bytes) {
                taken.set(new String(bytes, java.nio.charset.StandardCharsets.US_ASCII));
            }
        };
    }

    /** The same beginning with an answer of its own to a longer one. */
    private static Handling.Beginning told(Handling.Beginning same) {
        return new Handling.Beginning() {
            @Override
            public int mostBytes() {
                return same.mostBytes();
            }

            @Override
            public Response tooLong() {
                return Response.of(400).text("text/plain", "at most " + MOST);
            }

            @Override
            public boolean isComplete(byte[] bytes, int size) {
                return same.isComplete(bytes, size);
            }

            @Override
            public void take(byte[] bytes) {
                same.take(bytes);
            }
        };
    }

    private static Handling.AnsweringExecutor full() {
        return new Handling.AnsweringExecutor() {
            @Override
            public void execute(Runnable task) {
                throw new RejectedExecutionException("full");
            }

            @Override
            public Response busy() {
                return Response.of(503).text("text/plain", "full");
            }
        };
    }

    @Test
    void theBodyIsWholeBehindItsBeginning() throws IOException {
        try (TestPort port = TestPort.with().open(this::route)) {
            String rest = "x".repeat(50_000);
            assertThat(connect(port)
                            .send(post("/begun", "begin." + rest))
                            .answer()
                            .text())
                    .isEqualTo("50006");
            assertThat(taken.get()).startsWith("begin.");
            assertThat(connect(port)
                            .send(chunked("/begun", "be", "gin.", rest))
                            .answer()
                            .text())
                    .isEqualTo("50006");
            assertThat(taken).hasValue("begin.");
        }
    }

    @Test
    void theEndOfTheBodyCompletesTheBeginning() throws IOException {
        try (TestPort port = TestPort.with().open(this::route)) {
            assertThat(connect(port).send(post("/begun", "short")).answer().text())
                    .isEqualTo("5");
            assertThat(taken).hasValue("short");
            assertThat(connect(port).send(post("/begun", "")).answer().text()).isEqualTo("0");
        }
    }

    @Test
    void slowBeginningsOccupyNoThread() throws IOException {
        try (TestPort port = TestPort.with().workers(1, 1).open(this::route)) {
            for (int i = 0; i < 20; i++) {
                connect(port).send(SLOW);
            }
            assertThat(connect(port).send(post("/begun", "quick.")).answer().text())
                    .isEqualTo("6");
            assertThat(connect(port).send(post("/whole", "quick")).answer().text())
                    .isEqualTo("5");
        }
        assertThat(handled).hasValue(2);
    }

    @Test
    void aLongBeginningIsRefused() throws IOException {
        try (TestPort port = TestPort.with().open(this::route)) {
            assertThat(connect(port)
                            .send(post("/begun", "x".repeat(MOST + 1)))
                            .answer()
                            .status())
                    .isEqualTo(413);
            RawClient grown = connect(port).send(SLOW).send("x".repeat(MOST));
            assertThat(grown.answer().status()).isEqualTo(413);
            assertThat(grown.isAtEnd()).isTrue();
        }
        assertThat(handled).hasValue(0);
    }

    @Test
    void aLongBeginningIsRefusedInItsOwnWords() throws IOException {
        try (TestPort port = TestPort.with().open(this::route)) {
            RawClient client = connect(port).send(post("/told", "x".repeat(60_000)));
            RawClient.Answer answer = client.answer();
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.text()).isEqualTo("at most " + MOST);
            assertThat(answer.header("Connection")).isEqualTo("close");
            assertThat(client.isAtEnd()).isTrue();
            assertThat(connect(port).send(post("/told", "begin.")).answer().text())
                    .isEqualTo("6");
        }
        assertThat(handled).hasValue(1);
    }

    @Test
    void aSlowBeginningEndsInTime() throws IOException {
        within = Duration.ofMillis(300);
        try (TestPort port = TestPort.with().open(this::route)) {
            RawClient slow = connect(port).send(SLOW);
            assertThat(slow.answer().status()).isEqualTo(408);
            assertThat(slow.isAtEnd()).isTrue();
        }
    }

    @Test
    void aSlowRestHasTheTimeOfABody() throws Exception {
        within = Duration.ofMillis(300);
        try (TestPort port = TestPort.with().open(this::route)) {
            RawClient slow = connect(port).send(request("POST", "/begun", "Content-Length: 9\r\n") + "slow.");
            await().pollDelay(Duration.ofSeconds(1)).until(() -> true);
            assertThat(slow.send("rest").answer().text()).isEqualTo("9");
        }
    }

    @Test
    void beginningsLeaveHalfOfTheRoomToOthers() throws IOException {
        try (TestPort port = TestPort.with().wholeBytes(8 * MOST).open(this::route)) {
            String large = request("POST", "/begun", "Content-Length: 5000\r\n") + "x".repeat(MOST - 1);
            for (int i = 0; i < 4; i++) {
                connect(port).send(large);
            }
            assertThat(connect(port).send(large).answer().status()).isEqualTo(503);
            assertThat(connect(port)
                            .send(post("/whole", "x".repeat(3 * MOST)))
                            .answer()
                            .text())
                    .isEqualTo("3000");
        }
    }

    @Test
    void aFullExecutorHasItsOwnAnswer() throws IOException {
        try (TestPort port = TestPort.with().open(this::route)) {
            for (String path : List.of("/full", "/full-whole", "/full-streamed")) {
                Answer answer = connect(port).send(post(path, "quick.")).answer();
                assertThat(answer.status()).as(path).isEqualTo(503);
                assertThat(answer.text()).as(path).isEqualTo("full");
            }
        }
    }
}
