package org.esbmt.http.bc.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.esbmt.http.bc.internal.support.TestBus.ACME;
import static org.esbmt.http.bc.internal.support.TestBus.acmeMessage;
import static org.esbmt.http.bc.internal.support.TestBus.path;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.Fault;
import javax.jbi.messaging.InOnly;
import javax.jbi.messaging.InOptionalOut;
import javax.jbi.messaging.InOut;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.MessagingException;
import javax.jbi.messaging.NormalizedMessage;
import javax.jbi.messaging.RobustInOnly;
import javax.management.ObjectName;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamSource;
import org.esbmt.http.bc.internal.support.Soap;
import org.esbmt.http.bc.internal.support.StubBackEnd;
import org.esbmt.http.bc.internal.support.TestBus;
import org.esbmt.http.bc.internal.support.TestEngine;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.tenancy.api.TenantPrincipal;
import org.esbmt.testing.CapturedLog;
import org.esbmt.testing.http.RawClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;

/** Exchanges on the bus: patterns, messages, faults, and ends. */
class ExchangeTest {
    private StubBackEnd backEnd;
    private TestBus bus;

    @BeforeEach
    void start() throws IOException {
        backEnd = StubBackEnd.echo("acme-back-end");
        bus = new TestBus(TestBus.allowing(backEnd));
    }

    @AfterEach
    void stop() throws IOException {
        bus.close();
        backEnd.close();
    }

    private RawClient.Answer call() throws IOException {
        return call("");
    }

    private RawClient.Answer call(String headers) throws IOException {
        try (RawClient client = bus.connect()) {
            return client.send(Soap.post(path(ACME), acmeMessage("<a/>"), headers))
                    .answer();
        }
    }

    private TestEngine engine(TestEngine.Behaviour behaviour, String consumerAttributes) {
        TestEngine engine = new TestEngine(behaviour);
        bus.install("engine", engine);
        engine.activate(Owner.of(ACME), "Engine", "in");
        bus.deploy(
                ACME,
                "<http:soap-consumer service=\"s:Orders\" endpoint=\"in\" targetService=\"s:Engine\""
                        + " targetEndpoint=\"in\" " + consumerAttributes + "/>");
        return engine;
    }

    private static String uri(String mep) {
        return "defaultMep=\"http://www.w3.org/2004/08/wsdl/" + mep + "\"";
    }

    @ParameterizedTest
    @CsvSource({
        "in-out, 200 OK, 200",
        "in-out, 500 Bad, 500",
        "in-only, 200 OK, 202",
        "in-only, 202 Accepted, 202",
        "in-only, 500 Bad, 500",
        "robust-in-only, 200 OK, 202",
        "robust-in-only, 500 Bad, 500",
        "in-opt-out, 200 OK, 200",
        "in-opt-out, 500 Bad, 500"
    })
    void eachPatternHasItsStatus(String mep, String answers, int expected) throws IOException {
        bus.deployProxy(ACME, backEnd.url(), uri(mep), "");
        String body = answers.startsWith("500") ? Soap.fault("no stock") : Soap.answer("x", "");
        backEnd.behave((request, out) -> StubBackEnd.respond(out, answers, "text/xml", body));
        RawClient.Answer answer = call();

        assertThat(answer.status()).isEqualTo(expected);
        if (expected == 200) {
            assertThat(answer.text()).isEqualTo(body);
        } else if (expected == 202) {
            assertThat(answer.text()).isEmpty();
        } else if (!mep.equals("in-only")) {
            assertThat(answer.text()).isEqualTo(body);
        } else {
            assertThat(answer.text()).contains("BACKEND_UNAVAILABLE");
        }
    }

    @ParameterizedTest
    @CsvSource({"in-out", "in-only", "robust-in-only", "in-opt-out"})
    void anAnswerWithoutABodyIsAccepted(String mep) throws IOException {
        bus.deployProxy(ACME, backEnd.url(), uri(mep), "");
        backEnd.behave((request, out) -> StubBackEnd.raw(out, "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n"));

        assertThat(call().status()).isEqualTo(202);
        assertThat(call().status()).isEqualTo(202);
    }

    @Test
    void thePatternOfTheExchangeIsTheConsumers() throws IOException {
        Map<String, Class<?>> types = Map.of(
                "in-out", InOut.class,
                "in-only", InOnly.class,
                "robust-in-only", RobustInOnly.class,
                "in-opt-out", InOptionalOut.class);
        for (Map.Entry<String, Class<?>> type : types.entrySet()) {
            try (TestBus own = new TestBus()) {
                List<MessageExchange> seen = new ArrayList<>();
                TestEngine engine = new TestEngine((exchange, e) -> {
                    seen.add(exchange);
                    exchange.setError(new IllegalStateException("enough"));
                    e.send(exchange);
                });
                own.install("engine", engine);
                engine.activate(Owner.of(ACME), "Engine", "in");
                own.deploy(
                        ACME,
                        "<http:soap-consumer service=\"s:Orders\" endpoint=\"in\" targetService=\"s:Engine\""
                                + " targetEndpoint=\"in\" " + uri(type.getKey()) + "/>");
                try (RawClient client = own.connect()) {
                    client.send(Soap.post(path(ACME), acmeMessage("<a/>"))).answer();
                }
                assertThat(seen).singleElement().isInstanceOf(type.getValue());
            }
        }
    }

    @Test
    void theMessageCarriesThePrincipalAndOnlyPermittedHeaders() throws IOException {
        CompletableFuture<NormalizedMessage> seen = new CompletableFuture<>();
        List<String> exchangeProperties = new ArrayList<>();
        engine(
                (exchange, e) -> {
                    seen.complete(exchange.getMessage("in"));
                    exchangeProperties.add(exchange.getPropertyNames().toString());
                    exchange.setError(new IllegalStateException("seen"));
                    e.send(exchange);
                },
                "");
        call(lines(
                "SOAPAction: \"urn:act\"",
                "CamelHttpUri: http://evil",
                "javax.jbi.security.subject: root",
                "org.apache.servicemix.tmp: 1",
                "operationName: drop",
                "TenantID: globex",
                "UserID: root",
                "Authorization: Basic x",
                "Cookie: a=b",
                "X-Forwarded-For: 1.2.3.4"));
        NormalizedMessage in = seen.join();

        assertThat(TenantPrincipal.of(in.getSecuritySubject()).orElseThrow().tenant())
                .isEqualTo(ACME);
        assertThat(in.getSecuritySubject().isReadOnly()).isTrue();
        assertThat(in.getProperty("TenantID")).isEqualTo(ACME.toString());
        assertThat(in.getProperty("UserID")).isEqualTo(TestBus.ALICE.toString());
        assertThat((Object) in.getPropertyNames())
                .isEqualTo(Set.of("TenantID", "UserID", "javax.jbi.messaging.protocol.headers"));
        assertThat(in.getProperty("javax.jbi.messaging.protocol.headers"))
                .isEqualTo(Map.of("Content-Type", "text/xml; charset=utf-8", "SOAPAction", "\"urn:act\""));
        assertThat(exchangeProperties.toString())
                .doesNotContainIgnoringCase("camel")
                .doesNotContain("servicemix.tmp")
                .doesNotContain("operationName");
    }

    @Test
    void anExchangeEndsAsDoneOnceTheClientHasItsAnswer() throws IOException {
        TestEngine engine = engine((exchange, e) -> answer(exchange, e, stream("<ok/>")), "");

        assertThat(call().text()).isEqualTo("<ok/>");
        await().untilAsserted(() -> assertThat(engine.ends()).containsExactly(ExchangeStatus.DONE));
    }

    @Test
    void anExchangeOfADisconnectedClientEndsAsError() throws Exception {
        CompletableFuture<MessageExchange> held = new CompletableFuture<>();
        TestEngine engine = engine((exchange, e) -> held.complete(exchange), "");
        try (RawClient client = bus.connect()) {
            client.send(Soap.post(path(ACME), acmeMessage("<a/>")));
            held.join();
            client.socket().setSoLinger(true, 0);
        }
        await().until(() -> bus.component().address() != null && connections() == 0);
        answer(held.join(), engine, stream("<late/>"));

        await().untilAsserted(() -> assertThat(engine.ends()).containsExactly(ExchangeStatus.ERROR));
    }

    private static int connections() throws Exception {
        return (Integer) ManagementFactory.getPlatformMBeanServer()
                .getAttribute(new ObjectName("org.esbmt:type=HttpBindingComponent"), "Connections");
    }

    @Test
    void anAnswerFromAnotherThreadWithATreeIsDelivered() throws Exception {
        Document tree = DocumentBuilderFactory.newDefaultNSInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream("<t:ok xmlns:t='urn:t'>é</t:ok>".getBytes(StandardCharsets.UTF_8)));
        engine(
                (exchange, e) -> new Thread(() -> {
                            try {
                                NormalizedMessage out = exchange.createMessage();
                                out.setContent(new DOMSource(tree));
                                exchange.setMessage(out, "out");
                                e.send(exchange);
                            } catch (MessagingException x) {
                                throw new IllegalStateException(x);
                            }
                        })
                        .start(),
                "");
        RawClient.Answer answer = call();

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).isEqualTo("text/xml; charset=utf-8");
        assertThat(answer.text()).contains("<t:ok xmlns:t=\"urn:t\">é</t:ok>");
    }

    @Test
    void aComponentsFaultIsAFault() throws IOException {
        engine(
                (exchange, e) -> {
                    Fault fault = exchange.createFault();
                    fault.setContent(stream(Soap.fault("from the engine")));
                    exchange.setFault(fault);
                    e.send(exchange);
                },
                "");
        RawClient.Answer answer = call();

        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.text()).isEqualTo(Soap.fault("from the engine"));
    }

    @Test
    void aComponentsErrorDoesNotRevealItsCause() throws IOException {
        engine(
                (exchange, e) -> {
                    throw new MessagingException("SECRET of the inside");
                },
                "");
        RawClient.Answer answer = call();

        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.text())
                .contains("<code>INTERNAL</code>")
                .doesNotContain("SECRET")
                .doesNotContain("Exception");
    }

    @Test
    void failuresOfAComponentDoNotFloodTheLog() throws IOException {
        engine(
                (exchange, e) -> {
                    throw new MessagingException("of every message");
                },
                "");
        try (CapturedLog log = new CapturedLog()) {
            for (int i = 0; i < 25; i++) {
                assertThat(call().text()).contains("<code>INTERNAL</code>");
            }
            assertThat(log.linesWith("ERROR")).hasSize(10);
        }
    }

    @Test
    void aComponentCanReadALargeMessageAsAStream() throws IOException {
        CompletableFuture<Integer> length = new CompletableFuture<>();
        engine(
                (exchange, e) -> new Thread(() -> {
                            StreamSource in =
                                    (StreamSource) exchange.getMessage("in").getContent();
                            try (InputStream stream = in.getInputStream()) {
                                length.complete(stream.readAllBytes().length);
                                answer(exchange, e, stream("<ok/>"));
                            } catch (IOException | MessagingException x) {
                                length.completeExceptionally(x);
                            }
                        })
                        .start(),
                "");
        String body = "<a>" + "x".repeat(3_000_000) + "</a>";
        try (RawClient client = bus.connect()) {
            RawClient.Answer answer =
                    client.send(Soap.post(path(ACME), acmeMessage(body))).answer();

            assertThat(answer.status()).isEqualTo(200);
        }
        assertThat(length.join()).isEqualTo(Soap.envelope("", body).length());
    }

    @Test
    void aPlainComponentCanCallAPlainProvider() throws Exception {
        bus.deploy(null, "<http:provider service=\"s:Raw\" endpoint=\"out\" locationURI=\"" + backEnd.url() + "\"/>");
        backEnd.behave((request, out) -> StubBackEnd.respond(out, "404 No", "application/json", "{\"no\":1}"));
        TestEngine engine = new TestEngine((exchange, e) -> {});
        bus.install("caller", engine);
        InOut exchange =
                engine.context().getDeliveryChannel().createExchangeFactory().createInOutExchange();
        NormalizedMessage in = exchange.createMessage();
        in.setContent(stream("any bytes"));
        in.setProperty(
                "javax.jbi.messaging.protocol.headers",
                Map.of("Content-Type", "text/plain", "Accept", "a\r\nX-Injected: 1", "CamelX", "y"));
        exchange.setInMessage(in);
        exchange.setEndpoint(engine.find(Owner.PLAIN, "Raw", "out").orElseThrow());
        engine.send(exchange);
        await().until(() -> engine.replies().size() == 1);

        assertThat(exchange.getFault()).isNotNull();
        assertThat(exchange.getFault().getProperty("org.esbmt.http.status")).isEqualTo(404);
        assertThat(backEnd.requests()).singleElement().satisfies(r -> {
            assertThat(r.text()).isEqualTo("any bytes");
            assertThat(r.header("Content-Type")).isEqualTo("text/plain");
            assertThat(r.headers()).noneMatch(h -> h.contains("X-Injected") || h.contains("CamelX"));
        });
        exchange.setStatus(ExchangeStatus.DONE);
        engine.send(exchange);
    }

    @Test
    void tooLargeHeadersForABackEndAreRefused() throws Exception {
        bus.deploy(null, "<http:provider service=\"s:Raw\" endpoint=\"out\" locationURI=\"" + backEnd.url() + "\"/>");
        TestEngine engine = new TestEngine((exchange, e) -> {});
        bus.install("caller", engine);
        InOut exchange =
                engine.context().getDeliveryChannel().createExchangeFactory().createInOutExchange();
        NormalizedMessage in = exchange.createMessage();
        in.setContent(stream("any bytes"));
        String half = "x".repeat(20_000);
        in.setProperty("javax.jbi.messaging.protocol.headers", Map.of("X-Correlation-ID", half, "User-Agent", half));
        exchange.setInMessage(in);
        exchange.setEndpoint(engine.find(Owner.PLAIN, "Raw", "out").orElseThrow());
        engine.send(exchange);
        await().until(() -> engine.replies().size() == 1);

        assertThat(exchange.getStatus()).isEqualTo(ExchangeStatus.ERROR);
        assertThat(exchange.getError()).hasMessageContaining("header fields");
        assertThat(backEnd.requests()).isEmpty();
    }

    @Test
    void tooLargeHeadersForTheClientAreAFaultAtOnce() throws IOException {
        TestEngine engine = engine(
                (exchange, e) -> {
                    NormalizedMessage out = exchange.createMessage();
                    out.setContent(stream(Soap.envelope("", "<ok/>")));
                    out.setProperty(
                            "javax.jbi.messaging.protocol.headers", Map.of("X-Correlation-ID", "x".repeat(100_000)));
                    exchange.setMessage(out, "out");
                    e.send(exchange);
                },
                "");

        RawClient.Answer answer = call();

        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.text()).contains("<code>BACKEND_UNAVAILABLE</code>");
        await().until(() -> engine.ends().size() == 1);
    }

    private static String lines(String... fields) {
        return String.join("\r\n", fields) + "\r\n";
    }

    private static StreamSource stream(String text) {
        return new StreamSource(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static void answer(MessageExchange exchange, TestEngine engine, StreamSource content)
            throws MessagingException {
        NormalizedMessage out = exchange.createMessage();
        out.setContent(content);
        exchange.setMessage(out, "out");
        engine.send(exchange);
    }
}
