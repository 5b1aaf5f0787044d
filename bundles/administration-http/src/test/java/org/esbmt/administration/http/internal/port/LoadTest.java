package org.esbmt.administration.http.internal.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.esbmt.administration.http.api.Access;
import org.esbmt.administration.http.api.Answers;
import org.esbmt.administration.http.api.BodyNeed;
import org.esbmt.testing.http.RawClient;
import org.esbmt.testing.http.RawClient.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that take more than their part. */
@Timeout(120)
class LoadTest {
    private static final String BOSS = TestPort.basic("acme/boss", TestPort.OF_BOSS);
    private static final String ADMIN = TestPort.basic("admin", TestPort.OF_ADMIN);
    private static final String GLOBEX = TestPort.basic("globex/boss", "globex's long password");
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    Path data;

    private final List<RawClient> clients = new ArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void end() throws IOException {
        end.countDown();
        for (RawClient client : clients) {
            client.close();
        }
    }

    private RawClient begin(TestPort port, String request) throws IOException {
        RawClient client = port.connect();
        clients.add(client);
        return client.send(request);
    }

    /** Begins requests that do not end until one is refused: then the tenant has no place left, and none returns. */
    private void beginUntilRefused(TestPort port, String slow) {
        List<RawClient> begun = new ArrayList<>();
        await().pollInterval(Duration.ofMillis(5)).atMost(SOON).until(() -> {
            begun.add(begin(port, slow));
            return answered(begun) > 0;
        });
    }

    /** A resource whose requests last until the end of the test. */
    private AtomicInteger addSlow(TestPort port, BodyNeed need) {
        AtomicInteger running = new AtomicInteger();
        port.port.addResource(new TestResource("/slow", "rest", Access.AUTHORIZATION, need, exchange -> {
            running.incrementAndGet();
            exchange.body().readAllBytes();
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return Answers.of(204).empty();
        }));
        return running;
    }

    private static int status(TestPort port, String credential) throws IOException {
        return port.get("/api", credential).status();
    }

    @Test
    void slowRequestsOfATenantTakeAQuarterOfTheWorkers() throws Exception {
        try (TestPort port = TestPort.open(data)) {
            AtomicInteger running = addSlow(port, BodyNeed.NONE);
            assertThat(status(port, BOSS)).isEqualTo(200);
            String slow = TestPort.request(port.host(), "GET", "/slow", BOSS, "");
            beginUntilRefused(port, slow);
            await().atMost(SOON).until(() -> running.get() == 4);
            Answer refused = port.get("/api", BOSS);
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.header("Retry-After")).isEqualTo("1");
            assertThat(status(port, GLOBEX)).isEqualTo(200);
            assertThat(status(port, ADMIN)).isEqualTo(200);
            assertThat(running).hasValue(4);
            end.countDown();
        }
    }

    @Test
    void slowBodiesOfATenantTakeAQuarterOfTheWorkers() throws Exception {
        try (TestPort port = TestPort.open(data)) {
            AtomicInteger running = addSlow(port, new BodyNeed.Streamed(1000));
            String slow =
                    "POST /slow HTTP/1.1\r\nHost: " + port.host() + "\r\nContent-Length: 900\r\n" + BOSS + "\r\nx";
            for (int i = 0; i < 8; i++) {
                begin(port, slow);
            }
            await().atMost(SOON).until(() -> running.get() == 4);
            assertThat(status(port, GLOBEX)).isEqualTo(200);
            assertThat(status(port, ADMIN)).isEqualTo(200);
            end.countDown();
        }
    }

    @Test
    void slowWholeBodiesTakeNoWorker() throws Exception {
        try (TestPort port = TestPort.open(data)) {
            assertThat(status(port, BOSS)).isEqualTo(200);
            String slow = "POST /api HTTP/1.1\r\nHost: " + port.host() + "\r\nContent-Length: 900\r\n" + BOSS + "\r\nx";
            for (int i = 0; i < 32; i++) {
                begin(port, slow);
            }
            assertThat(status(port, BOSS)).isEqualTo(200);
        }
    }

    @Test
    void guessesFromOneSourceDoNotStopLoginsFromAnother() throws Exception {
        try (TestPort port = TestPort.open(data)) {
            port.guesses.set(end);
            String guess = TestPort.request(port.host(), "GET", "/api", TestPort.basic("admin", "guess"), "");
            for (int i = 0; i < 40; i++) {
                begin(port, guess);
            }
            try (RawClient other = port.connectFrom("127.0.0.5")) {
                Answer answer = other.send(TestPort.request(port.host(), "GET", "/api", ADMIN, ""))
                        .answer();
                assertThat(answer.status()).isEqualTo(200);
            }
            end.countDown();
        }
    }

    private List<RawClient> guessFromFourSources(TestPort port, String guess) throws IOException {
        port.guesses.set(end);
        List<RawClient> guessers = new ArrayList<>();
        for (int i = 0; i < 4 * 24; i++) {
            RawClient client = port.connectFrom("127.0.0." + (2 + i % 4));
            clients.add(client);
            guessers.add(client.send(guess));
        }
        // 16 have a thread, and 64 wait.
        await().atMost(SOON).until(() -> answered(guessers) == 16);
        return guessers;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void guessesFromManySourcesLeaveAPlaceToAnother(boolean byForm) throws Exception {
        try (TestPort port = TestPort.open(data)) {
            List<RawClient> guessers = guessFromFourSources(
                    port,
                    byForm
                            ? TestPort.request(
                                    port.host(),
                                    "POST",
                                    "/login",
                                    port.fromOrigin() + TestPort.FORM,
                                    "login=admin&password=guess")
                            : TestPort.request(port.host(), "GET", "/api", TestPort.basic("admin", "guess"), ""));
            try (RawClient other = port.connectFrom("127.0.0.9")) {
                other.send(TestPort.request(port.host(), "GET", "/api", ADMIN, ""));
                await().atMost(SOON).until(() -> answered(guessers) == 17);
                end.countDown();
                assertThat(other.answer().status()).isEqualTo(200);
            }
            List<Integer> statuses = new ArrayList<>();
            for (RawClient client : guessers) {
                statuses.add(client.answer().status());
            }
            assertThat(statuses).filteredOn(status -> status == 503).hasSize(17);
        }
    }

    private static long answered(List<RawClient> clients) throws IOException {
        long answered = 0;
        for (RawClient client : clients) {
            answered += client.input().available() > 0 ? 1 : 0;
        }
        return answered;
    }

    @Test
    void manyWrongLoginsLeaveThePagesAndTheKnownAdministratorsAlone() throws Exception {
        try (TestPort port = TestPort.open(data)) {
            TestPort.Browser browser = port.logIn("admin", TestPort.OF_ADMIN);
            assertThat(status(port, ADMIN)).isEqualTo(200);
            port.guesses.set(end);
            String body = "login=admin&password=guess";
            String login = TestPort.request(port.host(), "POST", "/login", port.fromOrigin() + TestPort.FORM, body);
            for (int i = 0; i < 40; i++) {
                begin(port, login);
            }
            assertThat(port.get("/me", browser.cookieLine()).text()).isEqualTo("admin");
            assertThat(port.get("/me", "").text()).isEqualTo("nobody");
            assertThat(status(port, ADMIN)).isEqualTo(200);
            end.countDown();
        }
    }

    @Test
    void aSlowHeadAndASlowBodyAreAnsweredAndEnded() throws Exception {
        Map<String, Object> quick =
                Map.of("header_timeout_seconds", 1, "transfer_timeout_seconds", 2, "transfer_grace_seconds", 1);
        try (TestPort port = new TestPort(data, quick)) {
            awaitServed(port);
            RawClient head = begin(port, "GET /api HTTP/1.1\r\nHost: ");
            RawClient body = begin(
                    port,
                    "POST /api HTTP/1.1\r\nHost: " + port.host() + "\r\nContent-Length: 900\r\n" + BOSS + "\r\nx");
            assertThat(head.answer().status()).isEqualTo(408);
            assertThat(head.isAtEnd()).isTrue();
            assertThat(body.answer().status()).isEqualTo(408);
            assertThat(body.isAtEnd()).isTrue();
            awaitServed(port);
        }
    }

    /** A request that pauses for a second before its head is refused here. */
    private static void awaitServed(TestPort port) {
        await().atMost(SOON).ignoreExceptions().until(() -> status(port, BOSS) == 200);
    }

    @Test
    void aFloodOfConnectionsFromOneSourceLeavesRoomToOthers() throws Exception {
        Map<String, Object> few = Map.of("connections_max", 40, "connections_max_per_source", 20);
        try (TestPort port = new TestPort(data, few)) {
            for (int i = 0; i < 60; i++) {
                begin(port, "GET /api");
            }
            await().atMost(SOON).until(() -> clients.get(59).isAtEnd());
            try (RawClient other = port.connectFrom("127.0.0.5")) {
                Answer answer = other.send(TestPort.request(port.host(), "GET", "/api", ADMIN, ""))
                        .answer();
                assertThat(answer.status()).isEqualTo(200);
            }
        }
    }

    @Test
    void gatheredBodiesHaveABound() throws Exception {
        try (TestPort port = new TestPort(data, Map.of("bodies_gathered_bytes", 1L << 20))) {
            int most = 600_000;
            port.port.addResource(new TestResource(
                    "/large", "rest", Access.AUTHORIZATION, new BodyNeed.Whole(most), exchange -> Answers.of(200)
                            .text("text/plain", exchange.body().readAllBytes().length + "")));
            assertThat(status(port, BOSS)).isEqualTo(200);
            String head = "POST /large HTTP/1.1\r\nHost: " + port.host() + "\r\nContent-Length: " + most + "\r\n" + BOSS
                    + "\r\n";
            RawClient first = begin(port, head + "x".repeat(most - 1));
            RawClient second = begin(port, head + "x".repeat(most - 1));
            await().atMost(SOON).until(() -> answered(List.of(first, second)) == 1);
            // The port may have read either of them faster.
            boolean firstIsRefused = answered(List.of(first)) == 1;
            RawClient refused = firstIsRefused ? first : second;
            RawClient gathered = firstIsRefused ? second : first;
            assertThat(refused.answer().status()).isEqualTo(503);
            assertThat(gathered.send("x").answer().text()).isEqualTo(Integer.toString(most));
        }
    }
}
