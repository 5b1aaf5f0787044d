package org.esbmt.administration.http.internal.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A source that sends wrong logins as fast as it can. */
@Timeout(120)
class UnprovenPaceOfPortTest {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final String OTHER = "127.0.0.2";
    private static final String RIGHT = TestPort.basic("acme/boss", TestPort.OF_BOSS);

    @TempDir
    Path data;

    private final List<RawClient> clients = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (RawClient client : clients) {
            client.close();
        }
    }

    private RawClient connect(TestPort port) throws IOException {
        RawClient client = port.connect();
        clients.add(client);
        return client;
    }

    private static String get(TestPort port, String credential) {
        return TestPort.request(port.host(), "GET", "/api", credential, "");
    }

    /** Sends a wrong login over each of many connections. */
    private List<RawClient> attack(TestPort port, int requests) throws IOException {
        List<RawClient> opened = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            opened.add(connect(port));
        }
        for (int i = 0; i < requests; i++) {
            opened.get(i).send(get(port, TestPort.basic("nobody-" + i, "a wrong password")));
        }
        return opened;
    }

    @Test
    void refusalsWaitAndTheRightPasswordDoesNot() throws Exception {
        try (TestPort port = new TestPort(data, Map.of("requests_unproven_per_second", 10))) {
            RawClient rightful = connect(port);
            assertThat(rightful.send(get(port, RIGHT)).answer().status()).isEqualTo(200);
            long begin = System.nanoTime();
            List<RawClient> attackers = attack(port, 60);
            assertThat(rightful.send(get(port, RIGHT)).answer().status()).isEqualTo(200);
            try (RawClient other = port.connectFrom(OTHER)) {
                assertThat(other.send(get(port, RIGHT)).answer().status()).isEqualTo(200);
            }
            for (RawClient attacker : attackers) {
                assertThat(attacker.answer().status()).isIn(401, 503);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .as("fifty at once, and ten a second")
                    .isGreaterThanOrEqualTo(Duration.ofMillis(900));
        }
    }

    @Test
    void aRefusalWithoutACredentialWaitsToo() throws Exception {
        try (TestPort port = new TestPort(data, Map.of("requests_unproven_per_second", 10))) {
            RawClient client = connect(port);
            long begin = System.nanoTime();
            for (int i = 0; i < 55; i++) {
                assertThat(client.send(get(port, "")).answer().status()).isEqualTo(401);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofMillis(400));
        }
    }

    @Test
    void anAttackerGetsFewConnectionsAndOthersAllOfTheirs() throws Exception {
        try (TestPort port = new TestPort(data, Map.of("requests_unproven_per_second", 1))) {
            RawClient rightful = connect(port);
            assertThat(rightful.send(get(port, RIGHT)).answer().status()).isEqualTo(200);
            attack(port, 40);
            // The first ones may come before the refusals of the attack.
            await("a connection a second")
                    .pollInterval(Duration.ofMillis(5))
                    .atMost(SOON)
                    .until(() -> {
                        try (RawClient more = port.connect()) {
                            return isClosed(more, port);
                        }
                    });
            assertThat(rightful.send(get(port, RIGHT)).answer().status()).isEqualTo(200);
            try (RawClient other = port.connectFrom(OTHER)) {
                assertThat(other.send(get(port, RIGHT)).answer().status()).isEqualTo(200);
            }
        }
    }

    private static boolean isClosed(RawClient client, TestPort port) {
        try {
            return client.send(get(port, RIGHT)).answer().status() == 0;
        } catch (IOException e) {
            return true;
        }
    }
}
