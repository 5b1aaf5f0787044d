package org.esbmt.camel.se.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.camel.se.internal.engine.TestBus.ACME;
import static org.esbmt.camel.se.internal.engine.TestBus.PLACE;
import static org.esbmt.camel.se.internal.engine.TestBus.at;
import static org.esbmt.camel.se.internal.engine.TestBus.route;
import static org.esbmt.camel.se.internal.engine.TestBus.to;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.MessageExchange;
import org.esbmt.camel.se.internal.model.ErrorKind;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.model.Expression.Comparison.Operator;
import org.esbmt.camel.se.internal.model.OnError;
import org.esbmt.camel.se.internal.model.Route;
import org.esbmt.camel.se.internal.model.Step;
import org.esbmt.jbi.container.api.MessageProperties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Expressions that are made to grow, or to keep an event loop busy, by small messages. */
@Timeout(60)
class PoisonedValuesTest {
    private static final int MOST = 1 << 20;
    private static final Expression BODY = new Expression.Body();

    private final TestBus bus =
            new TestBus(new EngineLimits(MOST, 1 << 20, 32, Duration.ofSeconds(10), Duration.ofSeconds(10)));
    private final Partner partner = bus.install("partner", new Partner());

    private volatile Thread provider;

    PoisonedValuesTest() {
        partner.provide(ACME, "Back", exchange -> {
            provider = Thread.currentThread();
            partner.answer(exchange, "<back/>");
        });
    }

    @AfterEach
    void close() {
        bus.close();
    }

    private MessageExchange send(String body) throws Exception {
        return partner.send(Mep.IN_OUT, ACME, "Orders", body).get(30, TimeUnit.SECONDS);
    }

    private static Expression times(int count, Expression part) {
        return new Expression.Concatenation(Collections.nCopies(count, part));
    }

    private static Step setBody(Expression value) {
        return new Step.SetBody(value, PLACE);
    }

    private static Step setHeader(String name, Expression value) {
        return new Step.SetHeader(name, value, PLACE);
    }

    private void assertRefused(String body) throws Exception {
        MessageExchange answer = send(body);

        assertThat(answer.getStatus()).isEqualTo(ExchangeStatus.ERROR);
        assertThat(answer.getError()).isInstanceOf(RouteFailure.Invalid.class);
        assertThat(partner.requests()).isEmpty();
    }

    // ---- size

    @Test
    void aMultiplyingBodyStopsAtTheBound() throws Exception {
        bus.deploy(ACME, route("Orders", setBody(times(64, BODY)), setBody(times(64, BODY)), to("Back")));

        assertRefused("x".repeat(1024));
    }

    @Test
    void aBodyOfMultibyteCharactersStopsAtTheBound() throws Exception {
        bus.deploy(ACME, route("Orders", setBody(times(2, BODY)), to("Back")));

        assertRefused("\u20ac".repeat(MOST / 4));
    }

    @Test
    void bodyUpToTheBoundIsMade() throws Exception {
        bus.deploy(ACME, route("Orders", setBody(times(64, BODY)), to("Back")));

        assertThat(send("x".repeat(MOST / 64)).getError()).isNull();

        assertThat(Partner.text(partner.requests().get(0).getMessage("in"))).hasSize(MOST);
    }

    @Test
    void aDoublingHeaderStopsAtTheBound() throws Exception {
        List<Step> steps = new ArrayList<>(List.of(setHeader("A", new Expression.Constant("x".repeat(1024)))));
        for (int i = 0; i < 7; i++) {
            steps.add(setHeader("A", times(2, new Expression.Header("A"))));
        }
        steps.add(to("Back"));
        bus.deploy(ACME, route("Orders", steps.toArray(Step[]::new)));

        assertRefused("<in/>");
    }

    @Test
    void manyHeadersStopAtTheBoundOfAll() throws Exception {
        Expression large = new Expression.Constant("x".repeat(60_000));
        Step[] five =
                IntStream.range(0, 5).mapToObj(i -> setHeader("H" + i, large)).toArray(Step[]::new);
        bus.deploy(ACME, route("Orders", new Step.Sequence(List.of(five), PLACE), to("Back")));

        assertRefused("<in/>");
    }

    @Test
    void aReplacedHeaderCountsOnce() throws Exception {
        Expression large = new Expression.Constant("x".repeat(60_000));
        Step[] five = IntStream.range(0, 5).mapToObj(i -> setHeader("H", large)).toArray(Step[]::new);
        bus.deploy(ACME, route("Orders", new Step.Sequence(List.of(five), PLACE), to("Back")));

        assertThat(send("<in/>").getError()).isNull();

        assertThat((Map<?, ?>) partner.requests().get(0).getMessage("in").getProperty(MessageProperties.HEADERS))
                .extracting(headers -> headers.get("H"))
                .asString()
                .hasSize(60_000);
    }

    // ---- time of an event loop, which is the test's thread here

    private static Expression contains(String text) {
        return new Expression.Comparison(BODY, Operator.CONTAINS, new Expression.Constant(text));
    }

    private static Step choice(int whens, Expression condition) {
        Step.Choice.When when = new Step.Choice.When(condition, List.of(setBody(new Expression.Constant("no"))), PLACE);
        return new Step.Choice(Collections.nCopies(whens, when), List.of(), PLACE);
    }

    private static Expression any(int parts, Expression part) {
        return new Expression.Logical(false, Collections.nCopies(parts, part));
    }

    private Thread goesOnOn(String body, Step step) throws Exception {
        bus.deploy(ACME, route("Orders", step, to("Back")));
        assertThat(send(body).getError()).isNull();
        return provider;
    }

    @Test
    void aLargeBodyIsEvaluatedByAWorker() throws Exception {
        assertThat(goesOnOn("a".repeat(100_000), choice(1, contains("x"))).getName())
                .startsWith("camel-se-worker");
    }

    @Test
    void aLargeArrivingBodyIsEvaluatedByAWorker() throws Exception {
        bus.deploy(ACME, route("Orders", choice(1, contains("x")), to("Back")));
        Arriving body = new Arriving();
        var answer = partner.send(Mep.IN_OUT, ACME, "Orders", body);

        body.arrive("a".repeat(100_000));
        body.end();

        assertThat(answer.get(30, TimeUnit.SECONDS).getError()).isNull();
        assertThat(provider.getName()).startsWith("camel-se-worker");
    }

    @Test
    void aSmallBodyWithManyReadsIsEvaluatedByAWorker() throws Exception {
        assertThat(goesOnOn("a".repeat(10_000), choice(200, any(64, contains("x"))))
                        .getName())
                .startsWith("camel-se-worker");
    }

    @Test
    void aSmallBodyIsEvaluatedOnTheThreadOfArrival() throws Exception {
        assertThat(goesOnOn("a".repeat(10_000), choice(5, contains("x")))).isSameAs(Thread.currentThread());
    }

    @Test
    void theErrorOfALargeBodyIsEvaluatedByAWorker() throws Exception {
        partner.provide(ACME, "Broken", exchange -> partner.error(exchange, new IllegalStateException("down")));
        OnError error = new OnError(
                EnumSet.of(ErrorKind.ANY),
                Optional.of(contains("a")),
                Optional.empty(),
                true,
                List.of(to("Back")),
                PLACE);
        bus.deploy(ACME, new Route("r", at("Orders"), List.of(error), List.of(to("Broken")), PLACE));

        assertThat(send("a".repeat(100_000)).getError()).isNull();

        assertThat(provider.getName()).startsWith("camel-se-worker");
    }

    @Test
    void theSearchIsLinearForRepetitiveTexts() throws Exception {
        String part = "a".repeat(400_000) + "b";
        bus.deploy(
                ACME,
                route(
                        "Orders",
                        choice(1, new Expression.Comparison(BODY, Operator.CONTAINS, new Expression.Constant(part))),
                        to("Back")));

        // a naive search makes 2.4e11 comparisons, this one 1.4e6
        assertThat(send("a".repeat(MOST)).getError()).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "xabababababababababababac, abababababababababac, true",
        "abababababababababababab, abababababababababac, false",
        "aaaaaaaaaaaaaaaaaaaaaaab, aaaaaaaaaaaaaaaaaaab, true",
        "abcdefghijklmnopqrstuvwxyz, abcdefghijklmnopqrstuvwxyz, true",
        "abcdefghijklmnopqrstuvwxyz, abcdefghijklmnopqrstuvwxyzz, false",
        "bcdefghijklmnopqrstuvwxyza, abcdefghijklmnopqrstu, false"
    })
    void theSearchFindsExistingTexts(String text, String part, boolean there) {
        assertThat(ExpressionCompiler.holds(text, Operator.CONTAINS, part))
                .isEqualTo(there)
                .isEqualTo(text.contains(part));
    }
}
