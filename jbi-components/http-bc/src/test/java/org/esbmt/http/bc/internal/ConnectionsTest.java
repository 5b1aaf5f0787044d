package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.acmeMessage;
import static org.esbmt.http.bc.internal.support.TestBus.path;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.ObjectName;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Many simultaneous clients, up to and above the limits. */
class ConnectionsTest {
    private static final int MANY = 1280;
    private static final int CALLS_AT_A_TIME = 16;
    private static final String REQUEST = Soap.post(path(ACME), acmeMessage("<a/>"));

    private StubBackEnd backEnd;
    private final List<RawClient> clients = new ArrayList<>();

    @BeforeEach
    void start() throws IOException {
        backEnd = StubBackEnd.echo("acme-back-end");
    }

    @AfterEach
    void stop() throws IOException {
        for (RawClient client : clients) {
            client.close();
        }
        backEnd.close();
    }

    private TestBus bus(String key, Object value) {
        Map<String, Object> values = new HashMap<>(TestBus.allowing(backEnd));
        values.put("backend_max_connections", CALLS_AT_A_TIME);
        values.put("backend_idle_timeout_seconds", 600);
        values.put(key, value);
        TestBus bus = new TestBus(values);
        // the wait for a connection to the back end has practically no limit
        bus.deployProxy(ACME, backEnd.url(), "", "connectTimeoutMillis=\"600000\"");
        return bus;
    }

    /** Connects from an address of this machine: all of 127.0.0.0/8 are. */
    private RawClient connect(TestBus bus, String source) throws IOException {
        RawClient client = new RawClient(
                new Socket(bus.address().getAddress(), bus.address().getPort(), InetAddress.getByName(source), 0));
        clients.add(client);
        return client;
    }

    private static int statusOf(RawClient client) throws IOException {
        return client.send(REQUEST).answer().status();
    }

    private static boolean isClosedUnanswered(RawClient client) throws IOException {
        try {
            return statusOf(client) == 0;
        } catch (SocketException e) {
            return true; // reset: it was closed before the request came
        }
    }

    private static long counter(String name) {
        try {
            Object value = ManagementFactory.getPlatformMBeanServer()
                    .getAttribute(new ObjectName("org.esbmt:type=HttpBindingComponent"), name);
            return ((Number) value).longValue();
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void theConnectionsOfOneAddressAreLimited() throws IOException {
        try (TestBus bus = bus("connections_max_per_source", 3)) {
            for (int i = 0; i < 3; i++) {
                assertThat(statusOf(connect(bus, "127.0.0.1"))).isEqualTo(200);
            }
            for (int i = 0; i < 5; i++) {
                assertThat(isClosedUnanswered(connect(bus, "127.0.0.1")))
                        .as("one too many is closed at once")
                        .isTrue();
            }
            assertThat(backEnd.requests()).hasSize(3);
            for (int i = 0; i < 3; i++) {
                assertThat(statusOf(clients.get(i)))
                        .as("the three that were there stay")
                        .isEqualTo(200);
            }
            for (int i = 0; i < 3; i++) {
                assertThat(statusOf(connect(bus, "127.0.0.2"))).isEqualTo(200);
            }
            assertThat(isClosedUnanswered(connect(bus, "127.0.0.2"))).isTrue();
            assertThat(counter("ConnectionsRefused")).isEqualTo(6);
            assertThat(counter("Connections")).isEqualTo(6);
        }
    }

    @Test
    void anEndedConnectionMakesRoomForOneMore() throws IOException {
        try (TestBus bus = bus("connections_max_per_source", 2)) {
            RawClient first = connect(bus, "127.0.0.1");
            assertThat(statusOf(first)).isEqualTo(200);
            assertThat(statusOf(connect(bus, "127.0.0.1"))).isEqualTo(200);
            for (int i = 0; i < 4; i++) {
                assertThat(isClosedUnanswered(connect(bus, "127.0.0.1"))).isTrue();
            }
            first.close();
            await().until(() -> counter("Connections") == 1);

            assertThat(statusOf(connect(bus, "127.0.0.1"))).isEqualTo(200);
            assertThat(isClosedUnanswered(connect(bus, "127.0.0.1"))).isTrue();
        }
    }

    @Test
    void theConnectionsOfAllAddressesAreLimited() throws IOException {
        try (TestBus bus = bus("connections_max", 4)) {
            for (int i = 1; i <= 4; i++) {
                assertThat(statusOf(connect(bus, "127.0.0." + i))).isEqualTo(200);
            }
            assertThat(isClosedUnanswered(connect(bus, "127.0.0.5"))).isTrue();
            for (RawClient client : clients.subList(0, 4)) {
                assertThat(statusOf(client)).isEqualTo(200);
            }
        }
    }

    private static Set<Thread> threadsOfBuses() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("http-bc"))
                .collect(Collectors.toSet());
    }

    @Test
    void fewThreadsServeManyOpenConnections() throws IOException {
        Set<Thread> ofOthers = threadsOfBuses();
        try (TestBus bus = bus("backend_max_waiting", MANY)) {
            for (int i = 0; i < MANY; i++) {
                connect(bus, "127.0.0.1");
            }
            for (int round = 0; round < 2; round++) {
                for (RawClient client : clients) {
                    client.send(REQUEST);
                }
                for (RawClient client : clients) {
                    assertThat(client.answer().status()).isEqualTo(200);
                }
            }
            assertThat(counter("Connections")).isEqualTo(MANY);
            assertThat(threadsOfBuses())
                    .filteredOn(thread -> !ofOthers.contains(thread))
                    .as("two event loops, four threads for look-ups, and their timer")
                    .hasSizeBetween(2, 2 + 4 + 1);
            assertThat(backEnd.requests()).hasSize(2 * MANY);
            assertThat(backEnd.connections()).isLessThanOrEqualTo(CALLS_AT_A_TIME);
        }
    }

    @Test
    void incompleteMessagesOfStrangersAreBounded() throws IOException {
        int room = 1 << 20;
        int sent = 50_000;
        try (TestBus bus = bus("messages_gathered_bytes", (long) room)) {
            String begun =
                    "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Header><x:y xmlns:x=\"u\">";
            String half = "POST " + path(ACME)
                    + " HTTP/1.1\r\nHost: a\r\nContent-Type: text/xml\r\nContent-Length: 65000\r\n\r\n" + begun
                    + "x".repeat(sent);
            List<RawClient> strangers = new ArrayList<>();
            for (int i = 0; i < 2 * room / sent; i++) {
                strangers.add(connect(bus, "127.0.0.1").send(half));
            }
            List<RawClient> refused = new ArrayList<>();
            await().until(() -> {
                for (RawClient stranger : strangers) {
                    if (stranger.input().available() > 0 && !refused.contains(stranger)) {
                        refused.add(stranger);
                    }
                }
                return refused.size() >= strangers.size() / 3;
            });

            assertThat(refused.get(0).answer().text()).contains("<code>OVERLOADED</code>");
            assertThat(statusOf(connect(bus, "127.0.0.1"))).isEqualTo(200);
            for (RawClient stranger : strangers) {
                stranger.close();
            }
            String large = Soap.post(path(ACME), acmeMessage("<a>" + "x".repeat(sent) + "</a>"));
            // a refused client may get a reset
            await().ignoreExceptionsInstanceOf(IOException.class).untilAsserted(() -> {
                int status = connect(bus, "127.0.0.1").send(large).answer().status();
                assertThat(status).as("the strangers' memory is free again").isEqualTo(200);
            });
        }
    }
}
