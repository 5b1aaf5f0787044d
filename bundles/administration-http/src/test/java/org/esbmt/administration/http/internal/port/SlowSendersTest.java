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
import org.esbmt.administration.http.api.Access;
import org.esbmt.administration.http.api.Answers;
import org.esbmt.administration.http.api.BodyNeed;
import org.esbmt.testing.http.RawClient;
import org.esbmt.testing.http.RawClient.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Senders without a proven credential occupy nothing that others need, however slow and large they are. */
@Timeout(120)
class SlowSendersTest {
    private static final String BOSS = TestPort.basic("acme/boss", TestPort.OF_BOSS);
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

    private RawClient begin(RawClient client, String request) throws IOException {
        clients.add(client);
        return client.send(request);
    }

    private static String head(TestPort port, String path, int length) {
        return "POST " + path + " HTTP/1.1\r\nHost: " + port.host() + "\r\nContent-Length: " + length + "\r\n";
    }

    private static Answer message(TestPort port, String path, String body) throws IOException {
        return port.send("POST", path, "", body);
    }

    private void addMessages(TestPort port, CountDownLatch until) {
        port.port.addResource(new TestMessages(port.logins, until));
    }

    /** A login is answered by a thread for checks, of which a source has four. */
    @Test
    void slowUploadsWithoutASessionDoNotStopLogins() throws Exception {
        try (TestPort port = TestPort.open(data)) {
            for (int i = 0; i < 24; i++) {
                begin(port.connect(), head(port, "/upload", 900) + port.fromOrigin() + "\r\nx");
            }
            assertThat(port.tryLogin("admin", TestPort.OF_ADMIN, "").status()).isEqualTo(200);
        }
    }

    @Test
    void aLargeUploadWithoutASessionIsRefusedBeforeItsContent() throws Exception {
        try (TestPort port = TestPort.open(data)) {
            RawClient upload = begin(port.connect(), head(port, "/upload", 9_000_000) + port.fromOrigin() + "\r\n");
            assertThat(upload.answer().status()).isEqualTo(413);
            assertThat(port.console.changes).isEmpty();
        }
    }

    @Test
    void slowMessagesWithoutASenderStopNobody() throws Exception {
        try (TestPort port = TestPort.open(data)) {
            addMessages(port, new CountDownLatch(0));
            for (int i = 0; i < 200; i++) {
                begin(port.connectFrom("127.0.2." + (1 + i % 10)), head(port, "/soap", 900_000) + "\r\nadmin");
            }
            assertThat(message(port, "/soap", TestMessages.ADMIN + "x").text()).startsWith("admin (soap) sent");
            assertThat(message(port, "/soap", TestMessages.BOSS + "x").text()).startsWith("acme/boss (soap) sent");
            assertThat(port.get("/api", BOSS).status()).isEqualTo(200);
            assertThat(port.get("/me", "").text()).isEqualTo("nobody");
        }
    }

    @Test
    void aSlowBeginningIsAnsweredAndEnded() throws Exception {
        try (TestPort port = new TestPort(data, Map.of("header_timeout_seconds", 1))) {
            addMessages(port, new CountDownLatch(0));
            RawClient slow = begin(port.connect(), head(port, "/soap", 900) + "\r\nadmin");
            assertThat(slow.answer().status()).isEqualTo(408);
            assertThat(slow.isAtEnd()).isTrue();
        }
    }

    @Test
    void slowMessagesOfATenantTakeAQuarterOfTheWorkers() throws Exception {
        try (TestPort port = TestPort.open(data)) {
            addMessages(port, new CountDownLatch(0));
            for (int i = 0; i < 16; i++) {
                begin(port.connect(), head(port, "/soap", 900) + "\r\n" + TestMessages.BOSS);
            }
            assertThat(message(port, "/soap", TestMessages.ADMIN + "x").text()).startsWith("admin (soap) sent");
            assertThat(port.get("/api", TestPort.basic("admin", TestPort.OF_ADMIN))
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void aLargeMessageIsNotGathered() throws Exception {
        try (TestPort port = new TestPort(data, Map.of("bodies_gathered_bytes", 1L << 20))) {
            addMessages(port, new CountDownLatch(0));
            String large = TestMessages.ADMIN + "x".repeat(3_000_000);
            assertThat(message(port, "/soap", large).text()).isEqualTo("admin (soap) sent " + large.length());
        }
    }

    @Test
    void messagesWithoutASenderLeaveRoomToOthers() throws Exception {
        try (TestPort port = new TestPort(data, Map.of("bodies_gathered_bytes", 1L << 20))) {
            addMessages(port, new CountDownLatch(0));
            port.port.addResource(new TestResource(
                    "/large", "rest", Access.AUTHORIZATION, new BodyNeed.Whole(500_000), exchange -> Answers.of(200)
                            .text("text/plain", exchange.body().readAllBytes().length + "")));
            String large = head(port, "/soap", 900_000) + "\r\n" + "x".repeat(30_000);
            for (int i = 0; i < 60; i++) {
                begin(port.connect(), large);
            }
            RawClient tooLong = begin(port.connect(), head(port, "/soap", 900_000) + "\r\n" + "x".repeat(40_000));
            assertThat(tooLong.answer().status()).isIn(413, 503);
            assertThat(port.send("POST", "/large", BOSS, "x".repeat(400_000)).text())
                    .isEqualTo("400000");
        }
    }

    @Test
    void aFullLaneIsRefusedInTheWordsOfTheResource() throws Exception {
        try (TestPort port = TestPort.open(data)) {
            addMessages(port, end);
            port.port.addResource(new TestResource("/slow", "rest", Access.AUTHORIZATION, BodyNeed.NONE, exchange -> {
                try {
                    end.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return Answers.of(204).empty();
            }));
            // A known sender waits for no check, where fewer requests of a source have room than in the lane.
            assertThat(port.get("/api", BOSS).status()).isEqualTo(200);
            String slow = TestPort.request(port.host(), "GET", "/slow", BOSS, "");
            for (int i = 0; i < 4 + 64; i++) {
                begin(port.connect(), slow);
            }
            await().atMost(SOON).untilAsserted(() -> {
                Answer refused = port.get("/api", BOSS);
                assertThat(refused.status()).isEqualTo(503);
                assertThat(refused.header("Retry-After")).isEqualTo("1");
                assertThat(refused.text()).isEqualTo("BUSY");
            });
            Answer fault = message(port, "/soap", TestMessages.BOSS + "x");
            assertThat(fault.status()).isEqualTo(503);
            assertThat(fault.text()).isEqualTo("a fault: BUSY");
            end.countDown();
        }
    }

    @Test
    void aMessageThatTheHeadRefusesIsAnsweredWithoutItsBody() throws Exception {
        try (TestPort port = TestPort.open(data)) {
            addMessages(port, new CountDownLatch(0));
            assertThat(begin(port.connect(), head(port, "/soap/other", 900) + "\r\n")
                            .answer()
                            .status())
                    .isEqualTo(415);
        }
    }

    @Test
    void theConsoleDoesNotAnswerForAMissingApi() throws Exception {
        try (TestPort port = TestPort.open(data)) {
            Answer soap = message(port, "/soap/TenantRegistryManager", "x");
            assertThat(soap.status()).isEqualTo(503);
            assertThat(soap.header("Retry-After")).isEqualTo("1");
            assertThat(port.get("/soap", "").status()).isEqualTo(503);
            assertThat(port.get("/soapbox", "").text()).isEqualTo("nobody");
            TestMessages messages = new TestMessages(port.logins, end);
            port.port.addResource(messages);
            assertThat(port.get("/soap", "").text()).isEqualTo("a document");
            port.port.removeResource(messages);
            assertThat(port.get("/soap", "").status()).isEqualTo(503);
        }
    }

    @Test
    void theConsoleDoesNotAnswerForAnotherVersionOfTheApi() throws Exception {
        try (TestPort port = TestPort.open(data)) {
            assertThat(port.get("/api", BOSS).status()).isEqualTo(200);
            port.port.removeResource(port.rest);
            port.port.addResource(
                    new TestResource("/api/v1", "rest", Access.AUTHORIZATION, BodyNeed.NONE, exchange -> Answers.of(204)
                            .empty()));
            assertThat(port.get("/api/v1", BOSS).status()).isEqualTo(204);
            assertThat(port.get("/api/v2", BOSS).status()).isEqualTo(404);
        }
    }
}
