package org.esbmt.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.esbmt.testing.http.HostileRequests;
import org.esbmt.testing.http.HostileRequests.Attack;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No handler acts on a request that is not valid HTTP, nor on one that is smuggled behind it. */
class FramingTest {
    private static final String SMUGGLED = TestPort.get("/smuggled");
    private static final Queue<String> REACHED = new ConcurrentLinkedQueue<>();

    private static TestPort port;

    @BeforeAll
    static void start() throws IOException {
        port = TestPort.with().open((head, workers) -> {
            if (head.path().equals("/smuggled")) {
                REACHED.add("a smuggled request");
            }
            if (head.path().startsWith("/streamed")) {
                return new Handling.Streamed(100_000, workers, (h, body) -> {
                    body.readAllBytes();
                    REACHED.add("the end of a streamed body");
                    return Response.of(200).empty();
                });
            }
            return new Handling.Whole(100_000, workers, (h, body) -> {
                REACHED.add("a whole body");
                return Response.of(200).empty();
            });
        });
    }

    @AfterAll
    static void stop() {
        port.close();
    }

    @AfterEach
    void clear() {
        REACHED.clear();
    }

    static Stream<Attack> ofWholeBodies() {
        return new HostileRequests("/whole", "text/plain", "one anvil").all();
    }

    static Stream<Attack> ofStreamedBodies() {
        return new HostileRequests("/streamed", "text/plain", "one anvil").all();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"ofWholeBodies", "ofStreamedBodies"})
    void aHostileRequestIsRefusedAndTheConnectionClosed(Attack attack) throws IOException {
        try (RawClient client = port.connect()) {
            client.send(attack.bytes() + SMUGGLED);
            RawClient.Answer answer = client.answer();

            assertThat(answer.status()).isEqualTo(attack.status());
            assertThat(answer.header("Connection")).isEqualTo("close");
            assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(client.isAtEnd())
                    .as("nothing after it is a second request")
                    .isTrue();
        }
        assertThat(REACHED).isEmpty();
    }
}
