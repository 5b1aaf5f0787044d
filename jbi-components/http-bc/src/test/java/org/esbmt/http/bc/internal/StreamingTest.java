package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.acmeMessage;
import static org.esbmt.http.bc.internal.support.TestBus.path;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages that exceed the memory for whole messages. */
class StreamingTest {
    private static final int MEGABYTES = 100;
    private static final String TYPE = "Host: bus\r\nContent-Type: text/xml\r\n";
    private static final String LARGE = "maxMessageBytes=\"200000000\"";

    private StubBackEnd backEnd;
    private TestBus bus;

    @BeforeEach
    void start() throws IOException {
        backEnd = StubBackEnd.echo("acme-back-end");
        Map<String, Object> values = new HashMap<>(TestBus.allowing(backEnd));
        values.put("message_max_bytes", 200_000_000L);
        bus = new TestBus(values);
        bus.deployProxy(ACME, backEnd.url(), LARGE, LARGE);
    }

    @AfterEach
    void stop() throws IOException {
        bus.close();
        backEnd.close();
    }

    private static String head(String framing) {
        return "POST " + path(ACME) + " HTTP/1.1\r\n" + TYPE + framing + "\r\n\r\n";
    }

    @Test
    void largeMessagesArriveWithoutTheTenantContext() throws IOException {
        String body = "<a>" + "0123456789".repeat(30_000) + "</a>";
        try (RawClient client = bus.connect()) {
            assertThat(client.send(Soap.post(path(ACME), acmeMessage(body)))
                            .answer()
                            .status())
                    .isEqualTo(200);
            String message = acmeMessage(body);
            client.send(head("Transfer-Encoding: chunked"));
            for (int i = 0; i < message.length(); i += 50_000) {
                String piece = message.substring(i, Math.min(message.length(), i + 50_000));
                client.send(Integer.toHexString(piece.length()) + "\r\n" + piece + "\r\n");
            }
            assertThat(client.send("0\r\n\r\n").answer().status()).isEqualTo(200);
        }
        assertThat(backEnd.requests()).hasSize(2);
        assertThat(backEnd.requests().get(0).text()).isEqualTo(Soap.envelope("", body));
        assertThat(backEnd.requests().get(0).header("Content-Length"))
                .isEqualTo(String.valueOf(Soap.envelope("", body).length()));
        assertThat(backEnd.requests().get(1).text()).isEqualTo(Soap.envelope("", body));
    }

    @Test
    void aLargeBadMessageIsNeverComplete() throws IOException {
        String body = "<a>" + "x".repeat(2_000_000) + "</a>";
        String[] bad = {
            acmeMessage(body).replace("</soap:Envelope>", ""),
            acmeMessage(body).replace("</soap:Body>", "<b></soap:Body>"),
            acmeMessage(body) + "<more/>",
            acmeMessage(body + "<!DOCTYPE x>"),
        };
        for (String message : bad) {
            try (RawClient client = bus.connect()) {
                sendAllAnyway(client, Soap.post(path(ACME), message));
                RawClient.Answer answer = client.answer();

                assertThat(answer.status()).isEqualTo(500);
                assertThat(answer.text()).contains("MALFORMED");
            }
        }
        await().untilAsserted(() -> assertThat(backEnd.openConnections()).isZero());
        assertThat(backEnd.requests()).isEmpty();
        assertThat(backEnd.brokenRequests()).isEqualTo(bad.length);
    }

    private static void sendAllAnyway(RawClient client, String bytes) {
        try {
            client.send(bytes);
        } catch (IOException e) {
            // it answered before it had read everything
        }
    }

    @Test
    void aSmallBadMessageNeverReachesTheBackEnd() throws IOException {
        String message = acmeMessage("<a>" + "x".repeat(60_000) + "</a>").replace("</soap:Envelope>", "");
        try (RawClient client = bus.connect()) {
            assertThat(client.send(Soap.post(path(ACME), message)).answer().text())
                    .contains("MALFORMED");
        }
        assertThat(backEnd.connections()).isZero();
    }

    @Test
    void aDisconnectedClientLeavesNoCompleteRequest() throws IOException {
        try (RawClient client = bus.connect()) {
            client.send(Soap.post(path(ACME), acmeMessage("<a>" + "x".repeat(2_000_000) + "</a>"))
                    .substring(0, 1_000_000));
            await().until(() -> backEnd.bytes() > 100_000);
        }
        await().untilAsserted(() -> assertThat(backEnd.brokenRequests()).isEqualTo(1));
        assertThat(backEnd.requests()).isEmpty();
    }

    @Test
    void aBackEndMayAnswerBeforeItHasReadEverything() throws IOException {
        String body = "<a>" + "x".repeat(3_000_000) + "</a>";
        ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(() -> {
            try (Socket socket = server.accept()) {
                InputStream in = socket.getInputStream();
                in.readNBytes(10_000);
                StubBackEnd.respond(
                        socket.getOutputStream(), "500 Early", "text/xml", Soap.fault("I have seen enough"));
                in.transferTo(OutputStream.nullOutputStream());
            } catch (IOException e) {
                // the bus closed
            }
        });
        thread.start();
        try (server;
                TestBus own = new TestBus(Map.of("egress_allow", "*@127.0.0.1:" + server.getLocalPort()))) {
            own.deployProxy(ACME, "http://127.0.0.1:" + server.getLocalPort() + "/", LARGE, LARGE);
            try (RawClient client = own.connect()) {
                sendAllAnyway(client, Soap.post(path(ACME), acmeMessage(body)));

                assertThat(client.answer().text()).contains("I have seen enough");
            }
        }
    }

    @Test
    void memoryDoesNotGrowWithTheMessage() throws Exception {
        String piece = "<p>" + "0123456789".repeat(6_500) + "</p>";
        String start = acmeMessage("").replace("</soap:Body></soap:Envelope>", "");
        String end = "</soap:Body></soap:Envelope>";
        int pieces = MEGABYTES * 1_000_000 / piece.length();
        long answerLength = (long) pieces * piece.length();
        backEnd.behave((request, out) -> {
            StubBackEnd.raw(
                    out, "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: " + answerLength + "\r\n\r\n");
            byte[] bytes = piece.getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < pieces; i++) {
                out.write(bytes);
            }
            out.flush();
        });
        try (RawClient client = bus.connect()) {
            client.send(Soap.post(path(ACME), acmeMessage("<warm/>")));
            client.input().skipNBytes(answerLength);
        }
        backEnd.requests().clear();
        long before = heap();
        long most = 0;
        try (RawClient client = bus.connect()) {
            client.send(head("Content-Length: " + (start.length() + answerLength + end.length())));
            client.send(start);
            for (int i = 0; i < pieces; i++) {
                client.send(piece);
                if (i % (pieces / 5) == 0) {
                    most = Math.max(most, heap());
                }
            }
            client.send(end);
            String line = client.line();
            assertThat(line).startsWith("HTTP/1.1 200");
            long left = answerLength;
            byte[] buffer = new byte[65_536];
            while (!client.line().isEmpty()) {
                // the header
            }
            int reads = 0;
            while (left > 0) {
                int n = client.input().read(buffer);
                assertThat(n).isPositive();
                left -= n;
                if (reads++ % 400 == 0) {
                    most = Math.max(most, heap());
                }
            }
        }
        // the stub keeps up to 4 MB of a request, twice while it grows
        assertThat(most - before).isLessThan(20_000_000);
    }

    private static long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed()
                + ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                        .filter(p -> p.getName().equals("direct"))
                        .mapToLong(BufferPoolMXBean::getMemoryUsed)
                        .sum();
    }

    @Test
    void aClientThatDoesNotReadStopsTheBackEnd() throws IOException {
        AtomicLong written = new AtomicLong();
        CountDownLatch finished = new CountDownLatch(1);
        backEnd.behave((request, out) -> {
            StubBackEnd.raw(out, "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: 100000000\r\n\r\n");
            byte[] bytes = new byte[50_000];
            for (int i = 0; i < 2000; i++) {
                out.write(bytes);
                written.addAndGet(bytes.length);
            }
            out.flush();
            finished.countDown();
        });
        try (RawClient client = bus.connect()) {
            client.send(Soap.post(path(ACME), acmeMessage("<a/>")));
            long[] last = {-1};
            await().pollInterval(Duration.ofMillis(300)).until(() -> {
                boolean still = written.get() == last[0] && last[0] > 0;
                last[0] = written.get();
                return still;
            });
            assertThat(written.get()).as("the sockets' buffers, not ours").isLessThan(30_000_000);
            client.input().skipNBytes(100_000_000);
        }
    }

    @Test
    void aBackEndThatDoesNotReadStopsTheClient() throws Exception {
        ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        try (server;
                TestBus own = new TestBus(Map.of(
                        "egress_allow", "*@127.0.0.1:" + server.getLocalPort(), "message_max_bytes", 200_000_000L))) {
            own.deployProxy(ACME, "http://127.0.0.1:" + server.getLocalPort() + "/", LARGE, LARGE);
            AtomicLong sent = new AtomicLong();
            try (RawClient client = own.connect()) {
                Thread sender = new Thread(() -> {
                    try {
                        String start = acmeMessage("").replace("</soap:Body></soap:Envelope>", "<a>");
                        client.send(head("Content-Length: 100000000")).send(start);
                        byte[] bytes = "x".repeat(50_000).getBytes(StandardCharsets.US_ASCII);
                        for (int i = 0; i < 1990; i++) {
                            client.send(bytes);
                            sent.addAndGet(bytes.length);
                        }
                    } catch (IOException e) {
                        // the test is over
                    }
                });
                sender.start();
                try (Socket notReading = server.accept()) {
                    long[] last = {-1};
                    await().pollInterval(Duration.ofMillis(300)).until(() -> {
                        boolean still = sent.get() == last[0] && last[0] > 0;
                        last[0] = sent.get();
                        return still;
                    });
                    assertThat(sent.get()).isLessThan(30_000_000);
                    notReading.setSoLinger(true, 0);
                }
                sender.join(10_000);
            }
        }
    }

    @Test
    void anAnswerLargerThanTheLimitIsCutOff() throws IOException {
        bus.deploy(
                ACME,
                TestBus.proxy(backEnd.url(), "", "maxMessageBytes=\"100000\"").replace("Orders", "Small"));
        String path = "/tenant-services/" + ACME + "/Small/in";
        backEnd.behave((request, out) -> StubBackEnd.ok(out, "x".repeat(100_001)));
        try (RawClient client = bus.connect()) {
            assertThat(client.send(Soap.post(path, acmeMessage("<a/>")))
                            .answer()
                            .text())
                    .contains("BACKEND_UNAVAILABLE");
            backEnd.behave((request, out) -> StubBackEnd.raw(
                    out,
                    "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\n"
                            + ("1000\r\n" + "x".repeat(4096) + "\r\n").repeat(200) + "0\r\n\r\n"));
            client.send(Soap.post(path, acmeMessage("<a/>")));
            assertThatThrownBy(() -> {
                        RawClient.Answer answer = client.answer();
                        if (answer.status() != 200) {
                            throw new EOFException("refused at once");
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
    }
}
