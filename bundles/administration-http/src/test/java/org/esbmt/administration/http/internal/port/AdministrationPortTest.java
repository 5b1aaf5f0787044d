package org.esbmt.administration.http.internal.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.esbmt.administration.http.api.Access;
import org.esbmt.administration.http.api.Answers;
import org.esbmt.administration.http.api.BodyNeed;
import org.esbmt.http.api.EventStream;
import org.esbmt.management.api.health.Part;
import org.esbmt.testing.FreePorts;
import org.esbmt.testing.http.RawClient;
import org.esbmt.testing.http.RawClient.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The opening and the closing of the port. */
class AdministrationPortTest {
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir
    Path data;

    @Test
    void aTakenPortIsReportedAndOpensOnceItIsFree() throws Exception {
        int number = FreePorts.next();
        TestPort port;
        try (ServerSocket other = new ServerSocket(number, 1, InetAddress.getLoopbackAddress())) {
            assertThat(other.isBound()).isTrue();
            port = new TestPort(data, Map.of("port", number));
            assertThat(port.port.part()).isEqualTo(Part.ADMINISTRATION);
            assertThat(port.port.problems())
                    .singleElement()
                    .asString()
                    .contains(
                            "The administration port " + number + " is not open", "org.esbmt.administration.http.cfg");
            assertThat(port.port.address()).isEmpty();
        }
        try {
            await().atMost(SOON).until(() -> port.port.problems().isEmpty());
            assertThat(port.get("/me", "").status()).isEqualTo(200);
        } finally {
            port.close();
        }
        try (ServerSocket other = new ServerSocket(number, 1, InetAddress.getLoopbackAddress())) {
            assertThat(other.isBound()).isTrue();
        }
    }

    @Test
    void aDisabledPortHasNoProblemAndNoKey() throws Exception {
        try (TestPort port = new TestPort(data, Map.of("port", -1, "tls", true))) {
            assertThat(port.port.problems()).isEmpty();
            assertThat(port.port.address()).isEmpty();
            assertThat(data.resolve("administration-http")).doesNotExist();
        }
    }

    @Test
    void closingEndsStreamsAndConnections() throws Exception {
        TestPort port = TestPort.open(data);
        port.port.addResource(
                new TestResource("/events", "rest", Access.AUTHORIZATION, BodyNeed.NONE, exchange -> Answers.of(200)
                        .events((EventStream stream) -> stream.send("news", "a line"))));
        try (RawClient client = port.connect()) {
            client.send(
                    TestPort.request(port.host(), "GET", "/events", TestPort.basic("admin", TestPort.OF_ADMIN), ""));
            String line = client.line();
            assertThat(line).isEqualTo("HTTP/1.1 200 OK");
            while (!line.startsWith("event:")) {
                line = client.line();
            }
            port.close();
            while (line != null) {
                line = client.line();
            }
        }
        assertThatThrownBy(port::connect).isInstanceOfAny(IOException.class, RuntimeException.class);
    }

    @Test
    void methodsThatNobodyServesAreRefused() throws Exception {
        try (TestPort port = TestPort.open(data)) {
            Answer answer = port.send("TRACE", "/me", "X-CSRF-Token: secret\r\n", "");
            assertThat(answer.status()).isEqualTo(405);
            assertThat(answer.header("Allow")).isEqualTo("GET, HEAD, POST, PUT, PATCH, DELETE");
            assertThat(answer.text()).isEmpty();
        }
    }

    @Test
    void anAnswerToHeadHasNoBody() throws Exception {
        try (TestPort port = TestPort.open(data);
                RawClient client = port.connect()) {
            Answer answer = client.send("HEAD /me HTTP/1.1\r\nHost: " + port.host() + "\r\n\r\n")
                    .answerToHead();
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("Content-Length")).isEqualTo("6");
        }
    }
}
