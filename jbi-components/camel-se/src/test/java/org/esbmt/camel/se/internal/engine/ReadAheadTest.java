package org.esbmt.camel.se.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.camel.se.internal.engine.TestBus.ACME;
import static org.esbmt.camel.se.internal.engine.TestBus.PLACE;
import static org.esbmt.camel.se.internal.engine.TestBus.route;
import static org.esbmt.camel.se.internal.engine.TestBus.to;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.jbi.messaging.MessageExchange;
import org.esbmt.camel.se.internal.XPaths;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.model.Expression.XPath;
import org.esbmt.camel.se.internal.model.Step;
import org.esbmt.jbi.container.api.MessageProperties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Values in the first bytes of a body are found without a wait, and the rest of the body is not copied. */
class ReadAheadTest {
    private static final int PEEK = 100_000;

    private final TestBus bus = new TestBus(
            new EngineLimits(16 << 20, PEEK, 32, Duration.ofSeconds(10), Duration.ofSeconds(10)), XPaths::compile);
    private final Partner partner = bus.install("partner", new Partner());
    private Thread provider;

    ReadAheadTest() {
        for (String service : List.of("First", "Second", "Other")) {
            partner.provide(ACME, service, exchange -> {
                provider = Thread.currentThread();
                partner.answer(exchange, service);
            });
        }
    }

    @AfterEach
    void close() {
        bus.close();
    }

    private static Expression xpath(String text) {
        return new XPath(text, Map.of(), XPath.Version.V1, XPath.Result.BOOLEAN, "", PLACE);
    }

    private void choose(String first, String... second) {
        Stream<Step.Choice.When> whens = Stream.concat(
                Stream.of(new Step.Choice.When(xpath(first), List.of(to("First")), PLACE)),
                Stream.of(second).map(text -> new Step.Choice.When(xpath(text), List.of(to("Second")), PLACE)));
        bus.deploy(ACME, route("Orders", new Step.Choice(whens.toList(), List.of(to("Other")), PLACE)));
    }

    private CompletableFuture<MessageExchange> send(Arriving body) {
        return partner.send(Mep.IN_OUT, ACME, "Orders", body);
    }

    private static String text(CompletableFuture<MessageExchange> answer) throws Exception {
        return Partner.text(answer.get(10, TimeUnit.SECONDS).getMessage("out"));
    }

    @Test
    void aLargeBodyIsRoutedByItsFirstKilobytes() throws Exception {
        choose("/in/kind = 'a'");
        Arriving body = new Arriving();
        body.arrive("<in><kind>a</kind>");
        for (int i = 0; i < 160; i++) {
            body.arrive("x".repeat(1 << 16));
        }
        body.arrive("</in>");
        body.end();

        assertThat(text(send(body))).isEqualTo("First");

        assertThat(body.looked()).isLessThan(4096);
        assertThat(provider).isSameAs(Thread.currentThread());
        assertThat(partner.requests().get(0).getMessage("in").getContent()).isSameAs(body);
    }

    @Test
    void theRouteContinuesWhileTheBodyArrives() throws Exception {
        choose("/in/kind = 'a'");
        Arriving body = new Arriving();
        CompletableFuture<MessageExchange> answer = send(body);
        body.arrive("<in><ki");
        assertThat(partner.requests()).isEmpty();

        body.arrive("nd>a</kind>");

        assertThat(partner.requests()).hasSize(1);
        assertThat(body.isLookedAt()).isFalse();
        assertThat(text(answer)).isEqualTo("First");
        assertThat(provider).isSameAs(Thread.currentThread());
    }

    @Test
    void eachConditionBeginsAtTheFirstByte() throws Exception {
        choose("not(/in/@kind)", "not(/in/kind)", "/in/kind = 'a'");
        Arriving body = new Arriving();
        CompletableFuture<MessageExchange> answer = send(body);

        body.arrive("<in kind='x'><kind>a</kind>");

        assertThat(text(answer)).isEqualTo("Second");
        assertThat(body.peeks()).isEqualTo(3);
        assertThat(provider).isSameAs(Thread.currentThread());
    }

    @Test
    void theAbsenceOfATrueConditionIsKnownAtTheEnd() throws Exception {
        choose("/in/kind = 'a'", "/in/kind = 'b'");
        Arriving body = new Arriving();
        CompletableFuture<MessageExchange> answer = send(body);
        body.arrive("<in><kind>c</kind></in>");
        assertThat(partner.requests()).isEmpty();

        body.end();

        assertThat(text(answer)).isEqualTo("Other");
        assertThat(provider).isSameAs(Thread.currentThread());
    }

    @Test
    void aValueBeyondTheReadAheadIsFoundByAWorker() throws Exception {
        choose("/in/kind = 'b'", "/in/kind = 'a'");
        Arriving body = new Arriving();
        body.arrive("<in>" + "x".repeat(PEEK) + "<kind>a</kind></in>");
        body.end();

        assertThat(text(send(body))).isEqualTo("Second");

        assertThat(provider).isNotSameAs(Thread.currentThread());
    }

    @Test
    void theReadAheadOfAllConditionsIsBounded() throws Exception {
        choose("/in/kind = 'a'", "/in/kind = 'b'", "/in/kind = 'c'", "/in/kind = 'd'");
        Arriving body = new Arriving();
        CompletableFuture<MessageExchange> answer = send(body);
        body.arrive("<in>" + "x".repeat(PEEK / 3) + "<kind>d</kind></in>");

        body.end();

        assertThat(text(answer)).isEqualTo("Second");
        assertThat(provider).isNotSameAs(Thread.currentThread());
    }

    @Test
    void theReadAheadOfAllStepsIsBounded() throws Exception {
        Step none = new Step.Filter(xpath("/in/kind = 'a'"), List.of(to("First")), PLACE);
        bus.deploy(ACME, route("Orders", none, none, none, none, to("Second")));
        Arriving body = new Arriving();
        CompletableFuture<MessageExchange> answer = send(body);
        body.arrive("<in>" + "x".repeat(PEEK / 3) + "<kind>d</kind></in>");

        body.end();

        assertThat(text(answer)).isEqualTo("Second");
        assertThat(provider).isNotSameAs(Thread.currentThread());
    }

    @Test
    void anExpressionThatDoesNotStreamIsLeftToAWorker() throws Exception {
        choose("/in/kind = 'b'", "/in[kind = 'a']");

        assertThat(text(partner.send(Mep.IN_OUT, ACME, "Orders", "<in><kind>a</kind></in>")))
                .isEqualTo("Second");
        assertThat(provider).isNotSameAs(Thread.currentThread());
    }

    @Test
    void bytesAtHandAreReadInPlace() throws Exception {
        choose("/in/kind = 'a'", "/in/kind = 'b'");

        assertThat(text(partner.send(Mep.IN_OUT, ACME, "Orders", "<in><kind>b</kind></in>")))
                .isEqualTo("Second");
        assertThat(provider).isSameAs(Thread.currentThread());
        assertThat(text(partner.send(Mep.IN_OUT, ACME, "Orders", "<in/>"))).isEqualTo("Other");
    }

    @Test
    void headerIsSetFromTheFirstBytes() throws Exception {
        XPath id = new XPath("/in/@id", Map.of(), XPath.Version.V1, XPath.Result.STRING, "", PLACE);
        bus.deploy(ACME, route("Orders", new Step.SetHeader("Id", id, PLACE), to("First")));
        Arriving body = new Arriving();
        CompletableFuture<MessageExchange> answer = send(body);

        body.arrive("<in id='7'>");

        assertThat(text(answer)).isEqualTo("First");
        assertThat((Map<?, ?>) partner.requests().get(0).getMessage("in").getProperty(MessageProperties.HEADERS))
                .extracting(headers -> headers.get("Id"))
                .isEqualTo("7");
    }

    @Test
    void malformedXmlIsInvalid() throws Exception {
        choose("/in/kind = 'a'");
        Arriving body = new Arriving();
        CompletableFuture<MessageExchange> answer = send(body);

        body.arrive("<in></out>");

        assertThat(answer.get(10, TimeUnit.SECONDS).getError()).isInstanceOf(RouteFailure.Invalid.class);
        assertThat(body.isLookedAt()).isFalse();
    }
}
