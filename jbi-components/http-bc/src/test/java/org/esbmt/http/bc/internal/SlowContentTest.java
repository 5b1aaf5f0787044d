package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.GLOBEX;
import static org.esbmt.http.bc.internal.support.TestBus.acmeMessage;
import static org.esbmt.http.bc.internal.support.TestBus.globexMessage;
import static org.esbmt.http.bc.internal.support.TestBus.path;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.MessagingException;
import javax.jbi.messaging.NormalizedMessage;
import javax.xml.transform.stream.StreamSource;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.http.bc.internal.support.TestEngine;
import org.esbmt.jbi.container.api.MessageMemory;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.testing.CapturedLog;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A component of acme answers with streams that give nothing, or have no end. */
@Timeout(120)
class SlowContentTest {
    private final CountDownLatch end = new CountDownLatch(1);
    private final AtomicInteger reading = new AtomicInteger();
    private final List<RawClient> clients = new ArrayList<>();
    private TestBus bus;

    /** Gives nothing until the test is over. */
    private final class Hanging extends InputStream {
        @Override
        public int read() throws IOException {
            reading.incrementAndGet();
            while (true) {
                try {
                    end.await();
                    return -1;
                } catch (InterruptedException e) {
                    if (end.getCount() == 0) {
                        return -1;
                    }
                }
            }
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            return read();
        }
    }

    private static final class Endless extends InputStream {
        @Override
        public int read() {
            return 'x';
        }

        @Override
        public int read(byte[] to, int offset, int length) {
            return length;
        }
    }

    private void start(InputStream ofAcme, int timeoutMillis) {
        bus = new TestBus(Map.of("threads", 1), new MessageMemory(16 << 20));
        TestEngine engine = new TestEngine((exchange, e) -> answer(exchange, e, ofAcme));
        bus.install("engine", engine);
        for (var tenant : List.of(ACME, GLOBEX)) {
            engine.activate(Owner.of(tenant), "Slow", "soap");
            bus.deploy(
                    tenant,
                    "<http:soap-consumer service='s:Orders' endpoint='in' targetService='s:Slow' targetEndpoint='soap'"
                            + " timeout='" + timeoutMillis + "'/>");
        }
    }

    private static void answer(MessageExchange exchange, TestEngine engine, InputStream ofAcme)
            throws MessagingException {
        boolean acme = Owner.of(exchange.getMessage("in").getSecuritySubject())
                .tenantWide()
                .equals(Owner.of(ACME));
        NormalizedMessage out = exchange.createMessage();
        out.setContent(new StreamSource(
                acme
                        ? ofAcme
                        : new ByteArrayInputStream(Soap.envelope("", "<ok/>").getBytes(StandardCharsets.UTF_8))));
        exchange.setMessage(out, "out");
        engine.send(exchange);
    }

    private RawClient ask(String request) throws IOException {
        RawClient client = bus.connect();
        clients.add(client);
        return client.send(request);
    }

    @AfterEach
    void stop() throws IOException {
        end.countDown();
        for (RawClient client : clients) {
            client.close();
        }
        bus.close();
    }

    @Test
    void slowContentDoesNotDelayOtherTenants() throws IOException {
        start(new Hanging(), 60_000);
        for (int i = 0; i < 20; i++) {
            ask(Soap.post(path(ACME), acmeMessage("<a/>")));
        }
        await().until(() -> reading.get() >= 2);

        assertThat(ask(Soap.post(path(GLOBEX), globexMessage("<a/>"))).answer().text())
                .contains("<ok/>");
        assertThat(reading).hasValue(2);
    }

    @Test
    void contentPastItsDeadlineIsATimeout() throws IOException {
        start(new Hanging(), 1_000);

        assertThat(ask(Soap.post(path(ACME), acmeMessage("<a/>"))).answer().text())
                .contains("<code>BACKEND_TIMEOUT</code>");
    }

    @Test
    void endlessContentIsOverloadedAndTheLogNamesTheLimit() throws IOException {
        start(new Endless(), 60_000);
        try (CapturedLog log = new CapturedLog()) {
            assertThat(ask(Soap.post(path(ACME), acmeMessage("<a/>"))).answer().text())
                    .contains("<code>OVERLOADED</code>");

            assertThat(log.linesWith("messages.memory.bytes")).hasSize(1);
        }
        assertThat(ask(Soap.post(path(GLOBEX), globexMessage("<a/>"))).answer().text())
                .contains("<ok/>");
    }
}
