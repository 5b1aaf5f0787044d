package org.esbmt.camel.se.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.camel.se.internal.engine.TestBus.ACME;
import static org.esbmt.camel.se.internal.engine.TestBus.PLACE;
import static org.esbmt.camel.se.internal.engine.TestBus.at;
import static org.esbmt.camel.se.internal.engine.TestBus.route;
import static org.esbmt.camel.se.internal.engine.TestBus.to;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.MessageExchange;
import org.esbmt.camel.se.internal.model.Address;
import org.esbmt.camel.se.internal.model.ErrorKind;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.model.Expression.Comparison.Operator;
import org.esbmt.camel.se.internal.model.OnError;
import org.esbmt.camel.se.internal.model.Retry;
import org.esbmt.camel.se.internal.model.Route;
import org.esbmt.camel.se.internal.model.Step;
import org.esbmt.jbi.container.api.MessageProperties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The steps that the engine implements itself, and the handling of errors in routes. */
class RouteStepsTest {
    private final TestBus bus = new TestBus();
    private final Partner partner = bus.install("partner", new Partner());

    @AfterEach
    void close() {
        bus.close();
    }

    private MessageExchange send(String text) throws Exception {
        return partner.send(Mep.IN_OUT, ACME, "Orders", text).get(10, TimeUnit.SECONDS);
    }

    private static Step body(String text) {
        return new Step.SetBody(new Expression.Constant(text), PLACE);
    }

    private static Expression header(String name, Operator operator, String value) {
        return new Expression.Comparison(new Expression.Header(name), operator, new Expression.Constant(value));
    }

    private static Step.Choice.When when(Expression condition, Step... steps) {
        return new Step.Choice.When(condition, List.of(steps), PLACE);
    }

    @Test
    void aChoiceTakesTheFirstTrueCondition() throws Exception {
        bus.deploy(
                ACME,
                route(
                        "Orders",
                        new Step.Choice(
                                List.of(
                                        when(header("X-Kind", Operator.EQUAL, "other"), body("first")),
                                        when(header("x-kind", Operator.STARTS_WITH, "te"), body("second")),
                                        when(header("X-Kind", Operator.EQUAL, "test"), body("third"))),
                                List.of(body("otherwise")),
                                PLACE)));

        assertThat(Partner.text(send("<in/>").getMessage("out"))).isEqualTo("second");
    }

    @Test
    void aChoiceByTheBodyReadsIt() throws Exception {
        partner.provide(ACME, "BackEnd", exchange -> partner.answer(exchange, "<out/>"));
        bus.deploy(
                ACME,
                route(
                        "Orders",
                        new Step.Choice(
                                List.of(when(
                                        new Expression.Comparison(
                                                new Expression.Body(),
                                                Operator.CONTAINS,
                                                new Expression.Constant("urgent")),
                                        to("BackEnd"))),
                                List.of(body("slowly")),
                                PLACE)));

        assertThat(Partner.text(send("<urgent/>").getMessage("out"))).isEqualTo("<out/>");
        assertThat(Partner.text(send("<in/>").getMessage("out"))).isEqualTo("slowly");
    }

    @Test
    void headersSetByStepsReachTheProvider() throws Exception {
        partner.provide(ACME, "BackEnd", exchange -> partner.answer(exchange, "<out/>"));
        bus.deploy(
                ACME,
                route(
                        "Orders",
                        new Step.SetHeader("X-Set", new Expression.Header("X-Kind"), PLACE),
                        new Step.RemoveHeaders("X-Ki*", PLACE),
                        to("BackEnd")));

        send("<in/>");

        assertThat(partner.requests().get(0).getMessage("in").getProperty(MessageProperties.HEADERS))
                .isEqualTo(Map.of("Content-Type", "text/xml", "X-Set", "test"));
    }

    @Test
    void aTextThatLooksLikeACamelFunctionIsText() throws Exception {
        bus.deploy(
                ACME,
                route(
                        "Orders",
                        new Step.SetHeader("${sys.user.home}", new Expression.Constant("{{env:HOME}}"), PLACE),
                        new Step.SetBody(
                                new Expression.Concatenation(List.of(
                                        new Expression.Constant("${bean:x} {{sys:user.home}} "),
                                        new Expression.Header("${sys.user.home}"))),
                                PLACE)));

        assertThat(Partner.text(send("<in/>").getMessage("out"))).isEqualTo("${bean:x} {{sys:user.home}} {{env:HOME}}");
    }

    @Test
    void theRouteContinuesAfterAFilter() throws Exception {
        bus.deploy(
                ACME,
                route(
                        "Orders",
                        new Step.Filter(header("X-Kind", Operator.EQUAL, "other"), List.of(body("never")), PLACE),
                        new Step.Filter(header("X-Kind", Operator.EQUAL, "test"), List.of(body("once")), PLACE),
                        new Step.SetBody(
                                new Expression.Concatenation(
                                        List.of(new Expression.Body(), new Expression.Constant(" more"))),
                                PLACE)));

        assertThat(Partner.text(send("<in/>").getMessage("out"))).isEqualTo("once more");
    }

    @Test
    void stopAnswersAtOnce() throws Exception {
        bus.deploy(ACME, route("Orders", body("stopped"), new Step.Stop(PLACE), body("never")));

        assertThat(Partner.text(send("<in/>").getMessage("out"))).isEqualTo("stopped");
    }

    @Test
    void routesCallOneAnother() throws Exception {
        partner.provide(ACME, "BackEnd", exchange -> partner.answer(exchange, "<out/>"));
        bus.deploy(
                ACME,
                route("Orders", new Step.To(new Address.Direct("rest"), PLACE)),
                new Route("rest", new Address.Direct("rest"), List.of(), List.of(to("BackEnd")), PLACE));

        assertThat(Partner.text(send("<in/>").getMessage("out"))).isEqualTo("<out/>");
    }

    @Test
    void aCaughtFaultIsNoFaultOfTheRoute() throws Exception {
        partner.provide(ACME, "BackEnd", exchange -> partner.fault(exchange, "<fault/>"));
        bus.deploy(
                ACME,
                route(
                        "Orders",
                        new Step.Try(
                                List.of(to("BackEnd")),
                                List.of(
                                        new Step.Try.Catch(
                                                Set.of(ErrorKind.TIMEOUT),
                                                Optional.empty(),
                                                List.of(body("no")),
                                                PLACE),
                                        new Step.Try.Catch(
                                                Set.of(ErrorKind.FAULT),
                                                Optional.empty(),
                                                List.of(body("caught")),
                                                PLACE)),
                                List.of(new Step.SetHeader("X-Last", new Expression.Constant("yes"), PLACE)),
                                PLACE)));

        MessageExchange answer = send("<in/>");

        assertThat(Partner.text(answer.getMessage("out"))).isEqualTo("caught");
        assertThat((Map<?, ?>) answer.getMessage("out").getProperty(MessageProperties.HEADERS))
                .extracting("X-Last")
                .isEqualTo("yes");
    }

    @Test
    void aRetriedStepHasTheBodyEachTime() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        partner.provide(ACME, "BackEnd", exchange -> {
            if (calls.incrementAndGet() < 3) {
                partner.error(exchange, new IOException("not yet"));
            } else {
                partner.answer(exchange, "<out/>");
            }
        });
        Retry retry = new Retry(3, Duration.ofMillis(5), 2, Duration.ofMillis(20));
        bus.deploy(ACME, failing(ErrorKind.UNAVAILABLE, Optional.of(retry), false));

        assertThat(Partner.text(send("<in/>").getMessage("out"))).isEqualTo("<out/>");
        assertThat(partner.requests()).hasSize(3).allSatisfy(exchange -> assertThat(
                        Partner.text(exchange.getMessage("in")))
                .isEqualTo("<in/>"));
    }

    @Test
    void aHandledErrorAnswersWithTheResultOfItsSteps() throws Exception {
        partner.provide(ACME, "BackEnd", exchange -> partner.error(exchange, new IOException("broken")));
        bus.deploy(ACME, failing(ErrorKind.ANY, Optional.empty(), true, body("instead")));

        assertThat(Partner.text(send("<in/>").getMessage("out"))).isEqualTo("instead");
    }

    @Test
    void anUnhandledErrorStaysAnError() throws Exception {
        AtomicInteger dead = new AtomicInteger();
        partner.provide(ACME, "BackEnd", exchange -> partner.error(exchange, new IOException("broken")));
        partner.provide(ACME, "Dead", exchange -> {
            dead.incrementAndGet();
            partner.answer(exchange, "<kept/>");
        });
        bus.deploy(ACME, failing(ErrorKind.UNAVAILABLE, Optional.empty(), false, to("Dead")));

        assertThat(send("<in/>").getStatus()).isEqualTo(ExchangeStatus.ERROR);
        assertThat(dead).hasValue(1);
    }

    private static Route failing(ErrorKind kind, Optional<Retry> retry, boolean handled, Step... steps) {
        OnError error = new OnError(Set.of(kind), Optional.empty(), retry, handled, List.of(steps), PLACE);
        return new Route("r", at("Orders"), List.of(error), List.of(to("BackEnd")), PLACE);
    }
}
