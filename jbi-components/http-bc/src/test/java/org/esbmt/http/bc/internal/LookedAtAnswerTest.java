package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.acmeMessage;
import static org.esbmt.http.bc.internal.support.TestBus.path;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.MessagingException;
import javax.jbi.messaging.NormalizedMessage;
import org.esbmt.content.api.ArrivingContent;
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

/** A service engine that sends bytes at hand to a back end, and reads all of the answer before it passes it on. */
class LookedAtAnswerTest {
    private static final String LARGE = "<a>" + "x".repeat(1_000_000) + "</a>";

    private final ExecutorService worker = Executors.newSingleThreadExecutor();
    private StubBackEnd backEnd;
    private TestBus bus;

    /** Gathers every answer on its thread of arrival. */
    private static final class Gathering extends TestEngine {
        private volatile MessageExchange first;

        Gathering(ExecutorService worker) {
            super((exchange, engine) -> look(
                    exchange.getMessage("in"), request -> worker.execute(() -> ((Gathering) engine).ask(exchange))));
        }

        private void ask(MessageExchange exchange) {
            try {
                first = exchange;
                NormalizedMessage in = exchange.getMessage("in");
                MessageExchange second =
                        context().getDeliveryChannel().createExchangeFactory().createInOutExchange();
                second.setEndpoint(find(Owner.of(ACME), "BackEnd", "soap").orElseThrow());
                NormalizedMessage asked = second.createMessage();
                asked.setSecuritySubject(in.getSecuritySubject());
                asked.setProperty(
                        "javax.jbi.messaging.protocol.headers", in.getProperty("javax.jbi.messaging.protocol.headers"));
                asked.setContent(new BytesSource(Soap.envelope("", LARGE).getBytes(StandardCharsets.UTF_8)));
                second.setMessage(asked, "in");
                send(second);
            } catch (MessagingException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void onExchange(MessageExchange exchange) throws MessagingException {
            if (exchange.getRole() == MessageExchange.Role.CONSUMER && exchange.getStatus() == ExchangeStatus.ACTIVE) {
                look(exchange.getMessage("out"), answer -> passOn(exchange, answer));
            } else {
                super.onExchange(exchange);
            }
        }

        /** Reads all of a message without removing it from the exchange. */
        private static void look(NormalizedMessage message, Consumer<byte[]> then) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            ArrivingContent.Peek reader = new ArrivingContent.Peek() {
                @Override
                public boolean piece(ByteBuffer piece) {
                    byte[] copy = new byte[piece.remaining()];
                    piece.get(copy);
                    bytes.writeBytes(copy);
                    return true;
                }

                @Override
                public void end() {
                    then.accept(bytes.toByteArray());
                }

                @Override
                public void tooMuch() {
                    throw new IllegalStateException("too much");
                }

                @Override
                public void failed(IOException cause) {
                    throw new IllegalStateException(cause);
                }
            };
            ((ArrivingContent) message.getContent()).peek(reader, 10_000_000);
        }

        private void passOn(MessageExchange second, byte[] answer) {
            try {
                second.setStatus(ExchangeStatus.DONE);
                send(second);
                NormalizedMessage out = first.createMessage();
                out.setContent(new BytesSource(answer));
                first.setMessage(out, "out");
                send(first);
            } catch (MessagingException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @BeforeEach
    void start() throws IOException {
        backEnd = new StubBackEnd((request, out) -> StubBackEnd.ok(out, Soap.envelope("", LARGE)));
        Map<String, Object> values = TestBus.allowing(backEnd);
        values.put("backend_idle_timeout_seconds", 600);
        bus = new TestBus(values);
        Gathering engine = new Gathering(worker);
        bus.install("gathering", engine);
        engine.activate(Owner.of(ACME), "Gathering", "soap");
        bus.deploy(
                ACME,
                "<http:soap-consumer service='s:Orders' endpoint='in' targetService='s:Gathering' targetEndpoint='soap'/>"
                        + "<http:soap-provider service='s:BackEnd' endpoint='soap' readTimeoutMillis='30000' locationURI='"
                        + backEnd.url() + "'/>");
    }

    @AfterEach
    void stop() throws IOException {
        bus.close();
        backEnd.close();
        worker.shutdownNow();
    }

    /** More messages than there are event loops, so that connections are used again. */
    @Test
    void largeAnswersAreReadToTheirEnd() throws IOException {
        try (RawClient client = bus.connect()) {
            for (int i = 0; i < 8; i++) {
                RawClient.Answer answer =
                        client.send(Soap.post(path(ACME), acmeMessage(LARGE))).answer();

                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.text()).hasSizeGreaterThan(LARGE.length());
            }
        }
        assertThat(backEnd.connections()).isLessThan(8);
    }
}
