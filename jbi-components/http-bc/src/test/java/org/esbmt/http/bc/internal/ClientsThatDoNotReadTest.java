package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.GLOBEX;
import static org.esbmt.http.bc.internal.support.TestBus.acmeMessage;
import static org.esbmt.http.bc.internal.support.TestBus.globexMessage;
import static org.esbmt.http.bc.internal.support.TestBus.path;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.MessagingException;
import javax.jbi.messaging.NormalizedMessage;
import javax.management.JMException;
import javax.management.ObjectName;
import org.esbmt.content.api.BytesSource;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.http.bc.internal.support.TestEngine;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clients request answers that are in memory as a whole, and do not read them. */
class ClientsThatDoNotReadTest {
    private static final int LARGE = 8_000_000;
    private static final int SMALL_BUFFER = 4096;
    private static final long SLICES = 256 * 1024;
    private static final String ROUTE =
            "<http:soap-consumer service='s:Large' endpoint='in' targetService='s:Route'" + " targetEndpoint='soap'/>";
    private static final String DESCRIBED = "<http:soap-consumer service='s:Described' endpoint='in'"
            + " targetService='s:Route' targetEndpoint='soap' wsdl='large.wsdl'/>";
    private static final String WSDL = "<wsdl:definitions xmlns:wsdl=\"http://schemas.xmlsoap.org/wsdl/\"><!--"
            + "0123456789".repeat(LARGE / 10) + "--></wsdl:definitions>";
    private static final String GET_WSDL =
            "GET /tenant-services/" + ACME + "/Described/in?wsdl HTTP/1.1\r\nHost: bus\r\n\r\n";
    private static final String ASK = Soap.post("/tenant-services/" + ACME + "/Large/in", acmeMessage("<a/>"));

    private final AtomicInteger answers = new AtomicInteger();
    private final List<RawClient> clients = new ArrayList<>();
    private StubBackEnd backEnd;
    private TestBus bus;

    @BeforeEach
    void start() throws IOException {
        backEnd = StubBackEnd.echo("globex-back-end");
    }

    @AfterEach
    void stop() throws IOException {
        for (RawClient client : clients) {
            client.close();
        }
        bus.close();
        backEnd.close();
    }

    private void start(Map<String, Object> more) {
        Map<String, Object> values = new HashMap<>(TestBus.allowing(backEnd));
        values.put("drain_timeout_seconds", 1);
        values.putAll(more);
        bus = new TestBus(values);
        TestEngine route = new TestEngine(this::answer);
        bus.install("route", route);
        route.activate(Owner.of(ACME), "Route", "soap");
        bus.deploy(ACME, ROUTE);
        bus.deployProxy(GLOBEX, backEnd.url());
    }

    private void answer(MessageExchange exchange, TestEngine engine) throws MessagingException {
        NormalizedMessage out = exchange.createMessage();
        byte[] bytes = Soap.envelope("", "<a>" + "0123456789".repeat(LARGE / 10) + "</a>")
                .getBytes(StandardCharsets.US_ASCII);
        out.setContent(new BytesSource(bytes));
        exchange.setMessage(out, "out");
        answers.incrementAndGet();
        engine.send(exchange);
    }

    /** A client that sends a request and reads nothing. */
    private RawClient ask(String request) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(SMALL_BUFFER);
        socket.connect(bus.address());
        RawClient client = new RawClient(socket);
        clients.add(client);
        return client.send(request);
    }

    private static long directMemory() {
        return ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT)
                .metric()
                .usedDirectMemory();
    }

    private static long counter(String name) throws JMException {
        Object value = ManagementFactory.getPlatformMBeanServer()
                .getAttribute(new ObjectName("org.esbmt:type=HttpBindingComponent"), name);
        return ((Number) value).longValue();
    }

    private int othersStatus() throws IOException {
        try (RawClient other = bus.connect()) {
            return other.send(Soap.post(path(GLOBEX), globexMessage("<a/>")))
                    .answer()
                    .status();
        }
    }

    private static void awaitBeginnings(List<RawClient> of) {
        await().until(() -> {
            for (RawClient client : of) {
                if (client.input().available() == 0) {
                    return false;
                }
            }
            return true;
        });
    }

    @Test
    void theWsdlIsNotCopiedForClientsThatDoNotRead() throws IOException {
        start(Map.of());
        bus.deploy(ACME, DESCRIBED, Map.of("large.wsdl", WSDL));
        assertThat(othersStatus()).isEqualTo(200);
        long before = directMemory();
        for (int i = 0; i < 40; i++) {
            ask(GET_WSDL);
        }
        awaitBeginnings(clients);

        assertThat(othersStatus()).isEqualTo(200);
        assertThat(directMemory() - before).isLessThan(40 * SLICES + LARGE);
        assertThat(clients.get(0).answer().text())
                .as("a reading client gets all of it")
                .isEqualTo(WSDL);
    }

    @Test
    void aRoutesAnswerIsNotCopiedForClientsThatDoNotRead() throws IOException {
        start(Map.of("tenant_answers_bytes", 40L * 9_000_000));
        assertThat(othersStatus()).isEqualTo(200);
        long before = directMemory();
        for (int i = 0; i < 20; i++) {
            ask(ASK);
        }
        awaitBeginnings(clients);

        assertThat(othersStatus()).isEqualTo(200);
        assertThat(directMemory() - before).isLessThan(20 * SLICES + LARGE);
        assertThat(clients.get(0).answer().text()).hasSizeGreaterThan(LARGE).endsWith("</soap:Envelope>");
    }

    @Test
    void theUnreadAnswersOfATenantAreBounded() throws IOException {
        start(Map.of("tenant_answers_bytes", 3L * LARGE));
        List<RawClient> unread = List.of(ask(ASK), ask(ASK));
        awaitBeginnings(unread);

        assertThat(ask(ASK).answer().text()).contains("<code>OVERLOADED</code>");
        assertThat(othersStatus()).isEqualTo(200);
        assertThat(unread.get(0).answer().text()).hasSizeGreaterThan(LARGE);
        await().untilAsserted(() -> assertThat(ask(ASK).answer().text())
                .as("read answers make room")
                .hasSizeGreaterThan(LARGE));
        unread.get(1).close();
        List<RawClient> again = List.of(ask(ASK));
        awaitBeginnings(again);
        await().untilAsserted(() -> assertThat(ask(ASK).answer().text())
                .as("a disconnected client makes room")
                .hasSizeGreaterThan(LARGE));
    }

    @Test
    void aClientThatReadsNothingIsDisconnected() throws IOException {
        start(Map.of("transfer_grace_seconds", 1, "tenant_answers_bytes", 2L * LARGE - 1));
        bus.deploy(ACME, DESCRIBED, Map.of("large.wsdl", WSDL));
        RawClient ofRoute = ask(ASK);
        RawClient ofWsdl = ask(GET_WSDL);
        await().until(() -> counter("Requests") == 2);

        await().until(() -> counter("Connections") == 0);
        assertThat(ask(ASK).answer().text()).as("there is room again").hasSizeGreaterThan(LARGE);
        assertThat(bytesUntilTheEnd(ofRoute)).isLessThan(LARGE);
        assertThat(bytesUntilTheEnd(ofWsdl)).isLessThan(LARGE);
    }

    private static long bytesUntilTheEnd(RawClient client) {
        long bytes = 0;
        byte[] buffer = new byte[65_536];
        try {
            for (int n = client.input().read(buffer); n >= 0; n = client.input().read(buffer)) {
                bytes += n;
            }
        } catch (IOException e) {
            return bytes; // reset
        }
        return bytes;
    }

    /** Each answer alone is small enough to be written at once. */
    @Test
    void aPipelinedRequestWaitsUntilTheFormerAnswerIsRead() throws IOException {
        start(Map.of());
        String wsdl = WSDL.substring(0, 60_000) + "--></wsdl:definitions>";
        bus.deploy(ACME, DESCRIBED, Map.of("large.wsdl", wsdl));
        assertThat(othersStatus()).isEqualTo(200);
        long before = directMemory();
        RawClient client = ask(GET_WSDL.repeat(1000));
        awaitBeginnings(clients);

        assertThat(othersStatus()).isEqualTo(200);
        assertThat(directMemory() - before).isLessThan(3 * LARGE);
        for (int i = 0; i < 1000; i++) {
            assertThat(client.answer().text()).hasSameSizeAs(wsdl);
        }
    }
}
