package org.esbmt.camel.se.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.camel.se.internal.engine.TestBus.ACME;
import static org.esbmt.camel.se.internal.engine.TestBus.PLACE;
import static org.esbmt.camel.se.internal.engine.TestBus.at;
import static org.esbmt.camel.se.internal.engine.TestBus.to;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.jbi.messaging.MessageExchange;
import org.apache.camel.Exchange;
import org.esbmt.camel.se.internal.model.ErrorKind;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.model.Expression.XPath;
import org.esbmt.camel.se.internal.model.OnError;
import org.esbmt.camel.se.internal.model.Route;
import org.esbmt.camel.se.internal.model.Step;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Conditions of error handlers that may take long are evaluated on workers, on whatever thread the error occurs. */
class CostlyErrorsTest {
    private static final Expression WHEN =
            new XPath("/in[kind = 'a']", Map.of(), XPath.Version.V1, XPath.Result.BOOLEAN, "", PLACE);

    private final TestBus bus = new TestBus(EngineLimits.DEFAULTS, xpath -> new Value() {
        @Override
        public boolean readsBody() {
            return true;
        }

        @Override
        public boolean isCostly() {
            return true;
        }

        @Override
        public String text(Exchange exchange) {
            return Boolean.toString(test(exchange));
        }

        @Override
        public boolean test(Exchange exchange) {
            asked = Thread.currentThread();
            return InboundExchange.body(exchange.getMessage()).isAtHand();
        }
    });

    private final Partner partner = bus.install("partner", new Partner());
    private volatile Thread asked;

    @AfterEach
    void close() {
        bus.close();
    }

    private static Step body(String text) {
        return new Step.SetBody(new Expression.Constant(text), PLACE);
    }

    /** Sends a message; the provider fails on the test's thread, as on an event loop. */
    private String failing(Route route) throws Exception {
        partner.provide(ACME, "BackEnd", exchange -> partner.error(exchange, new IllegalStateException("down")));
        bus.deploy(ACME, route);
        Arriving body = new Arriving();
        var sent = partner.send(Mep.IN_OUT, ACME, "Orders", body);
        body.arrive("<in><kind>a</kind></in>");
        body.end();
        MessageExchange answer = sent.get(10, TimeUnit.SECONDS);
        return Partner.text(answer.getMessage("out"));
    }

    @Test
    void conditionsOfOnExceptionAreEvaluatedOnAWorker() throws Exception {
        OnError error = new OnError(
                EnumSet.of(ErrorKind.ANY), Optional.of(WHEN), Optional.empty(), true, List.of(body("handled")), PLACE);

        assertThat(failing(new Route("r", at("Orders"), List.of(error), List.of(to("BackEnd")), PLACE)))
                .isEqualTo("handled");

        assertThat(asked.getName()).startsWith("camel-se-worker");
    }

    @Test
    void conditionsOfDoCatchAreEvaluatedOnAWorker() throws Exception {
        Step.Try.Catch caught =
                new Step.Try.Catch(EnumSet.of(ErrorKind.ANY), Optional.of(WHEN), List.of(body("caught")), PLACE);
        Step attempt = new Step.Try(List.of(to("BackEnd")), List.of(caught), List.of(), PLACE);

        assertThat(failing(new Route("r", at("Orders"), List.of(), List.of(attempt), PLACE)))
                .isEqualTo("caught");

        assertThat(asked.getName()).startsWith("camel-se-worker");
    }

    /** A condition in the steps costs only messages that fail. */
    @Test
    void aChoiceInOnExceptionMovesOnlyFailedMessagesToAWorker() throws Exception {
        Step choice = new Step.Choice(
                List.of(new Step.Choice.When(WHEN, List.of(body("handled")), PLACE)), List.of(body("other")), PLACE);
        OnError error = new OnError(
                EnumSet.of(ErrorKind.ANY), Optional.empty(), Optional.empty(), true, List.of(choice), PLACE);

        assertThat(failing(new Route("r", at("Orders"), List.of(error), List.of(to("BackEnd")), PLACE)))
                .isEqualTo("handled");

        assertThat(asked.getName()).startsWith("camel-se-worker");
        asked = null;
        AtomicReference<Thread> came = new AtomicReference<>();
        partner.provide(ACME, "Other", exchange -> {
            came.set(Thread.currentThread());
            partner.answer(exchange, "<out/>");
        });
        bus.deploy(ACME, new Route("o", at("Others"), List.of(error), List.of(to("Other")), PLACE));
        MessageExchange answer =
                partner.send(Mep.IN_OUT, ACME, "Others", "<in/>").get(10, TimeUnit.SECONDS);
        assertThat(Partner.text(answer.getMessage("out"))).isEqualTo("<out/>");
        assertThat(came).hasValue(Thread.currentThread());
        assertThat(asked).isNull();
    }
}
