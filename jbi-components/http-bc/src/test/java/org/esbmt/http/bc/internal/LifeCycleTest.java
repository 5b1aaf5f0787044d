package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.acmeMessage;
import static org.esbmt.http.bc.internal.support.TestBus.path;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestAuthenticator;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Configuration, start, stop and their visible effects. */
class LifeCycleTest {
    static Stream<Arguments> anInvalidConfigurationIsRefused() {
        return Stream.of(
                Arguments.of("port", 70_000, "port must be 0 to 65535"),
                Arguments.of("threads", -1, "threads must be 1"),
                Arguments.of("public_url", "ftp://x", "public.url must be http"),
                Arguments.of("public_url", "http://a b", "public.url"),
                Arguments.of("public_url", "http://host:99999", "public.url must be http"),
                Arguments.of("public_url", "http://user:password@host/", "public.url must be http"),
                Arguments.of("request_headers", "Connection", "request.headers: the header Connection must not pass"),
                Arguments.of("request_headers", "CamelHttpUri", "must not pass"),
                Arguments.of("response_headers", "a b", "is not the name of an HTTP header"),
                Arguments.of("egress_allow", "localhost", "egress.allow"),
                Arguments.of("egress_allow", "*@host:99999", "egress.allow"),
                Arguments.of("egress_allow", "*@host:0", "egress.allow"),
                Arguments.of("drain_timeout_seconds", -5, "drain.timeout.seconds must be 0 to 3600"),
                Arguments.of("egress_denied_ports", "x", "egress.denied.ports"),
                Arguments.of("egress_denied_ports", "0", "egress.denied.ports"),
                Arguments.of("egress_denied_ports", "5432,65536", "egress.denied.ports"),
                Arguments.of("tls_port", 0, "tls.port needs tls.keystore"),
                Arguments.of("tls_keystore", "/nowhere/at/all.p12", "tls.keystore /nowhere/at/all.p12 cannot be read"),
                Arguments.of("backend_truststore", "/nowhere/at/all.p12", "backend.truststore"),
                Arguments.of("idle_timeout_seconds", 0, "idle.timeout.seconds must be 1"));
    }

    @ParameterizedTest(name = "{0} = {1}")
    @MethodSource
    void anInvalidConfigurationIsRefused(String key, Object value, String sentence) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HttpBindingComponent(
                        TestBus.configuration(Map.of(key, value)), new TestAuthenticator(), () -> false))
                .withMessageContaining(sentence);
    }

    @Test
    void theDefaultsAreValid() {
        assertThat(HttpSettings.of(TestBus.configuration(Map.of())).host()).isEqualTo("127.0.0.1");
    }

    @Test
    void theMessagePortHasAnAddressWhileItIsOpen() throws Exception {
        try (TestBus bus = new TestBus(Map.of())) {
            assertThat(bus.component().listening()).contains(bus.address());
            assertThat(bus.component().clientAddress())
                    .contains("http://127.0.0.1:" + bus.address().getPort());

            bus.component().stop();

            assertThat(bus.component().listening()).isEmpty();
            assertThat(bus.component().clientAddress()).isEmpty();
        }
    }

    @Test
    void requestsInProgressAreAnsweredBeforeThePortCloses() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        try (StubBackEnd backEnd = new StubBackEnd((request, out) -> {
                    block(gate);
                    StubBackEnd.ok(out, Soap.answer("slow", ""));
                });
                TestBus bus = new TestBus(TestBus.allowing(backEnd))) {
            bus.deployProxy(ACME, backEnd.url());
            InetSocketAddress address = bus.address();
            try (RawClient busy = bus.connect();
                    RawClient idle = bus.connect()) {
                busy.send(Soap.post(path(ACME), acmeMessage("<a/>")));
                await().until(() -> backEnd.requests().size() == 1);
                CompletableFuture<Void> stopped =
                        CompletableFuture.runAsync(() -> bus.component().stop());
                assertThat(idle.isAtEnd()).isTrue();
                assertThatThrownBy(() -> new RawClient(address).send("x").answer())
                        .isInstanceOf(IOException.class);
                assertThat(stopped).isNotDone();
                gate.countDown();
                RawClient.Answer answer = busy.answer();

                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.header("Connection")).isEqualTo("close");
                stopped.get(10, TimeUnit.SECONDS);
            }
            bus.component().start();
            try (RawClient client = bus.connect()) {
                assertThat(client.send(Soap.post(path(ACME), acmeMessage("<a/>")))
                                .answer()
                                .status())
                        .isEqualTo(200);
            }
        }
    }

    private static void block(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void connectionsBeyondTheLimitAreClosedAndOthersServed() throws IOException {
        try (StubBackEnd backEnd = StubBackEnd.echo("x");
                TestBus bus = new TestBus(with(TestBus.allowing(backEnd), "connections_max", 2))) {
            bus.deployProxy(ACME, backEnd.url());
            try (RawClient first = bus.connect();
                    RawClient second = bus.connect()) {
                String message = Soap.post(path(ACME), acmeMessage("<a/>"));
                assertThat(first.send(message).answer().status()).isEqualTo(200);
                assertThat(second.send(message).answer().status()).isEqualTo(200);
                try (RawClient third = bus.connect()) {
                    assertThat(third.isAtEnd()).isTrue();
                }
                assertThat(first.send(message).answer().status()).isEqualTo(200);
            }
            // until the bus knows that the two have left, it closes one more, and the client may get a reset
            await().ignoreExceptionsInstanceOf(IOException.class).untilAsserted(() -> {
                try (RawClient again = bus.connect()) {
                    assertThat(again.send(Soap.post(path(ACME), acmeMessage("<a/>")))
                                    .answer()
                                    .status())
                            .isEqualTo(200);
                }
            });
        }
    }

    private static Map<String, Object> with(Map<String, Object> values, String key, Object value) {
        Map<String, Object> all = new HashMap<>(values);
        all.put(key, value);
        return all;
    }

    @Test
    void theCountersAreUpdated() throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("org.esbmt:type=HttpBindingComponent");
        try (StubBackEnd backEnd = StubBackEnd.echo("x");
                TestBus bus = new TestBus(TestBus.allowing(backEnd))) {
            bus.deployProxy(ACME, backEnd.url());
            try (RawClient client = bus.connect()) {
                client.send(Soap.post(path(ACME), acmeMessage("<a/>"))).answer();
                client.send(Soap.post(path(ACME), Soap.envelope("", "<a/>"))).answer();
                client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").answer();
                assertThat(server.getAttribute(name, "Connections")).isEqualTo(1);
            }
            assertThat(server.getAttribute(name, "Requests")).isEqualTo(3L);
            assertThat(server.getAttribute(name, "BackEndCalls")).isEqualTo(1L);
            assertThat(server.getAttribute(name, "Faults").toString()).contains("CONTEXT_MISSING");
            assertThat(server.getAttribute(name, "Refusals").toString()).contains("404");
            await().untilAsserted(() ->
                    assertThat(server.getAttribute(name, "Connections")).isEqualTo(0));
            assertThat(server.getAttribute(name, "InFlight")).isEqualTo(0L);
        }
        assertThat(server.isRegistered(name)).isFalse();
    }
}
