package org.esbmt.http.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.esbmt.http.api.TestPort.chunked;
import static org.esbmt.http.api.TestPort.get;
import static org.esbmt.http.api.TestPort.post;
import static org.esbmt.http.api.TestPort.request;

import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.esbmt.http.api.edge.ConnectionPolicy;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that are slow, many or large get no more than their share of a port. */
class PortLimitsTest {
    private final List<RawClient> clients = new ArrayList<>();
    private final AtomicInteger handled = new AtomicInteger();
    private final Semaphore go = new Semaphore(0);

    @AfterEach
    void closeClients() throws IOException {
        for (RawClient client : clients) {
            client.close();
        }
    }

    private RawClient connect(TestPort port) throws IOException {
        return kept(port.connect());
    }

    private RawClient kept(RawClient client) {
        clients.add(client);
        return client;
    }

    private Handling echo(RequestHead head, Workers workers) {
        if (head.path().equals("/streamed")) {
            return new Handling.Streamed(1000, workers, (h, body) -> {
                int length = body.readAllBytes().length;
                handled.incrementAndGet();
                return Response.of(200).text("text/plain", "" + length);
            });
        }
        return new Handling.Whole(1000, workers, (h, body) -> {
            handled.incrementAndGet();
            return Response.of(200).text("text/plain", "" + body.length);
        });
    }

    private Handling waiting(RequestHead head, Workers workers) {
        return new Handling.Whole(100_000, workers, (h, body) -> {
            handled.incrementAndGet();
            go.acquireUninterruptibly();
            return Response.of(200).empty();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"/whole", "/streamed"})
    void aLargeBodyIsRefusedAsSoonAsItsSizeIsKnown(String path) throws IOException {
        try (TestPort port = TestPort.with().open(this::echo)) {
            RawClient announced = connect(port).send(request("POST", path, "Content-Length: 1001\r\n"));
            RawClient grown = connect(port).send(chunked(path, "x".repeat(900), "x".repeat(200)));

            assertThat(announced.answer().status()).isEqualTo(413);
            assertThat(grown.answer().status()).isEqualTo(413);
            assertThat(grown.isAtEnd()).isTrue();
            assertThat(connect(port).send(post(path, "x".repeat(1000))).answer().text())
                    .isEqualTo("1000");
        }
        assertThat(handled).hasValue(1);
    }

    @Test
    void aSlowHeadIsATimeout() throws IOException {
        try (TestPort port = TestPort.with().deadline(1).open(this::echo)) {
            RawClient client = connect(port).send("GET / HTTP/1.1\r\nHo");

            assertThat(client.answer().status()).isEqualTo(408);
            assertThat(client.isAtEnd()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/whole", "/streamed"})
    void aSlowBodyIsATimeout(String path) throws IOException {
        try (TestPort port = TestPort.with().deadline(1).open(this::echo)) {
            RawClient client = connect(port).send(request("POST", path, "Content-Length: 900\r\n") + "x");

            assertThat(client.answer().status()).isEqualTo(408);
            assertThat(client.isAtEnd()).isTrue();
        }
        assertThat(handled).hasValue(0);
    }

    @Test
    void slowBodiesOccupyNoThread() throws IOException {
        try (TestPort port = TestPort.with().workers(1, 1).open(this::echo)) {
            for (int i = 0; i < 20; i++) {
                connect(port).send(request("POST", "/whole", "Content-Length: 900\r\n") + "x");
            }

            assertThat(connect(port).send(post("/whole", "hello")).answer().text())
                    .isEqualTo("5");
        }
    }

    @Test
    void anIdleConnectionIsClosedWithoutAnAnswer() throws IOException {
        try (TestPort port = TestPort.with().deadline(1).open(this::echo)) {
            RawClient client = connect(port);
            assertThat(client.send(get("/")).answer().status()).isEqualTo(200);

            assertThat(client.answer().status()).isZero();
        }
    }

    @Test
    void aPolicyRefusesConnectionsAndSeesWhetherTheyWereAnswered() throws IOException {
        List<String> ended = new CopyOnWriteArrayList<>();
        ConnectionPolicy policy = new ConnectionPolicy() {
            @Override
            public boolean admits(InetAddress source) {
                return !source.getHostAddress().equals("127.0.0.9");
            }

            @Override
            public void ended(InetAddress source, boolean answered) {
                ended.add(source.getHostAddress() + " " + answered);
            }
        };
        try (TestPort port = TestPort.with().policy(policy).open(this::echo)) {
            assertThat(isClosedUnanswered(kept(port.connectFrom("127.0.0.9")))).isTrue();
            assertThat(port.port().counters().connectionsRefused.sum()).isEqualTo(1);
            RawClient served = kept(port.connectFrom("127.0.0.2"));
            assertThat(served.send(get("/")).answer().status()).isEqualTo(200);
            served.close();
            await().until(() -> ended.equals(List.of("127.0.0.2 true")));
            RawClient refused = kept(port.connectFrom("127.0.0.3"));
            assertThat(refused.send("GET / HTTP/1.1\r\nHost: elsewhere\r\n\r\n")
                            .answer()
                            .status())
                    .isEqualTo(421);
            assertThat(refused.isAtEnd()).as("a next one costs a connection").isTrue();
            refused.close();
            await().until(() -> ended.equals(List.of("127.0.0.2 true", "127.0.0.3 false")));
        }
        assertThat(ended).as("a refused connection does not end").hasSize(2);
    }

    @Test
    void aDelayedAnswerOccupiesNoThreadAndEndsWithItsClient() throws IOException {
        Duration farAway = Duration.ofMinutes(10);
        Response delayed = Response.of(401).empty();
        try (TestPort port = TestPort.with().workers(1, 1).open((head, workers) -> switch (head.path()) {
            case "/now" -> new Handling.Now(delayed.delayed(farAway));
            case "/later" ->
                new Handling.Whole(10, workers, (h, body) -> {
                    handled.incrementAndGet();
                    return delayed.delayed(farAway);
                });
            case "/soon" -> new Handling.Whole(10, workers, (h, body) -> delayed.delayed(Duration.ofMillis(20)));
            default -> echo(head, workers);
        })) {
            for (int i = 0; i < 5; i++) {
                connect(port).send(get("/now"));
                connect(port).send(get("/later"));
                int done = i + 1;
                await().until(() -> handled.get() == done);
            }
            assertThat(connect(port).send(get("/whole")).answer().status()).isEqualTo(200);
            RawClient soon = connect(port);
            assertThat(soon.send(get("/soon")).answer().status()).isEqualTo(401);
            assertThat(soon.send(get("/soon")).answer().status())
                    .as("the connection goes on")
                    .isEqualTo(401);
            await().until(() -> port.port().counters().inFlight.sum() == 10);
            closeClients();
            await().until(() -> port.port().counters().inFlight.sum() == 0);
        }
    }

    @Test
    void theConnectionsOfOneAddressAreLimited() throws IOException {
        try (TestPort port = TestPort.with().connectionsOfSource(2).open(this::echo)) {
            for (int i = 0; i < 2; i++) {
                assertThat(kept(port.connectFrom("127.0.0.1"))
                                .send(get("/"))
                                .answer()
                                .status())
                        .isEqualTo(200);
            }

            assertThat(isClosedUnanswered(kept(port.connectFrom("127.0.0.1")))).isTrue();
            assertThat(kept(port.connectFrom("127.0.0.2"))
                            .send(get("/"))
                            .answer()
                            .status())
                    .isEqualTo(200);
            assertThat(port.port().counters().connectionsRefused.sum()).isEqualTo(1);
            clients.get(0).close();
            await().until(() -> port.port().connections() == 2);
            assertThat(kept(port.connectFrom("127.0.0.1"))
                            .send(get("/"))
                            .answer()
                            .status())
                    .isEqualTo(200);
        }
    }

    private static boolean isClosedUnanswered(RawClient client) throws IOException {
        try {
            return client.send(get("/")).answer().status() == 0;
        } catch (SocketException e) {
            return true; // reset: it was closed before the request came
        }
    }

    @Test
    void moreRequestsThanThreadsAndQueueAreTurnedAway() throws IOException {
        try (TestPort port = TestPort.with().workers(1, 1).open(this::waiting)) {
            RawClient running = connect(port).send(get("/"));
            await().untilAtomic(handled, n -> assertThat(n).isEqualTo(1));
            RawClient queued = connect(port).send(get("/"));
            await().until(() -> port.port().counters().requests.sum() == 2);
            RawClient.Answer more = connect(port).send(get("/")).answer();
            go.release(2);

            assertThat(more.status()).isEqualTo(503);
            assertThat(more.header("Retry-After")).isEqualTo("1");
            assertThat(running.answer().status()).isEqualTo(200);
            assertThat(queued.answer().status()).isEqualTo(200);
        }
    }

    @Test
    void theWholeBodiesOfAllClientsAreBounded() throws IOException {
        String body = "x".repeat(60_000);
        try (TestPort port = TestPort.with().wholeBytes(100_000).open(this::waiting)) {
            RawClient first = connect(port).send(post("/", body));
            await().untilAtomic(handled, n -> assertThat(n).isEqualTo(1));
            RawClient.Answer more = connect(port).send(post("/", body)).answer();
            first.close();
            await().until(() -> port.port().connections() <= 1);
            RawClient.Answer whileHandled = connect(port).send(post("/", body)).answer();
            go.release(2);

            assertThat(more.status()).isEqualTo(503);
            assertThat(whileHandled.status())
                    .as("the handler still has the bytes of a client that has left")
                    .isEqualTo(503);
            await().untilAsserted(() -> assertThat(
                            connect(port).send(post("/", body)).answer().status())
                    .as("the memory is free again")
                    .isEqualTo(200));
        }
    }

    @Test
    void anAnnouncedLengthAloneCostsNothing() throws IOException {
        try (TestPort port = TestPort.with().wholeBytes(100_000).open(this::waiting)) {
            for (int i = 0; i < 20; i++) {
                connect(port).send(request("POST", "/", "Content-Length: 99000\r\n") + "x");
            }
            await().until(() -> port.port().counters().requests.sum() == 20);
            go.release();

            assertThat(connect(port)
                            .send(post("/", "x".repeat(60_000)))
                            .answer()
                            .status())
                    .isEqualTo(200);
        }
    }
}
