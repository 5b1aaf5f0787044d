package org.esbmt.camel.se.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.esbmt.camel.se.internal.engine.TestBus.ACME;
import static org.esbmt.camel.se.internal.engine.TestBus.GLOBEX;
import static org.esbmt.camel.se.internal.engine.TestBus.PLACE;
import static org.esbmt.camel.se.internal.engine.TestBus.at;
import static org.esbmt.camel.se.internal.engine.TestBus.route;
import static org.esbmt.camel.se.internal.engine.TestBus.to;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.NormalizedMessage;
import org.esbmt.camel.se.internal.model.Address;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.model.Expression.Comparison.Operator;
import org.esbmt.camel.se.internal.model.Route;
import org.esbmt.camel.se.internal.model.Step;
import org.esbmt.jbi.container.api.OverloadedException;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Messages that are sent to fill the memory for gathered bodies. */
@Timeout(60)
class PoisonedBodiesTest {
    private static final int MOST = 10 << 20;
    private static final String PART = "x".repeat(1 << 20);

    private final TestBus bus = new TestBus();
    private final Partner partner = bus.install("partner", new Partner());
    private final LinkedBlockingQueue<MessageExchange> waiting = new LinkedBlockingQueue<>();

    PoisonedBodiesTest() {
        partner.provide(ACME, "Back", waiting::add);
        partner.provide(ACME, "Broken", exchange -> partner.error(exchange, new IllegalStateException("down")));
        partner.provide(GLOBEX, "Back", exchange -> partner.answer(exchange, "<back/>"));
    }

    @AfterEach
    void close() {
        bus.close();
    }

    /** A step that reads the whole body. */
    private static Step asks() {
        Expression condition = new Expression.Comparison(
                new Expression.Body(), Operator.NOT_EQUAL, new Expression.Constant("something else"));
        return new Step.ValidateExpression(condition, PLACE);
    }

    private CompletableFuture<MessageExchange> send(TenantId tenant, Arriving body) {
        return partner.send(Mep.IN_OUT, tenant, "Orders", body);
    }

    private static Arriving large() {
        Arriving body = new Arriving().ofLength(4 << 20);
        for (int i = 0; i < 4; i++) {
            body.arrive(PART);
        }
        return body.end();
    }

    private static MessageExchange ended(CompletableFuture<MessageExchange> answer) throws Exception {
        return answer.get(30, TimeUnit.SECONDS);
    }

    private void assertGivesBack() {
        await().untilAsserted(() -> assertThat(bus.gathered(ACME)).isZero());
    }

    @Test
    void announcedBodiesTakeNoMemory() {
        bus.deploy(ACME, route("Orders", asks(), to("Back")));
        List<Arriving> bodies = new ArrayList<>();
        List<CompletableFuture<MessageExchange>> answers = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            Arriving body = new Arriving().ofLength(MOST);
            answers.add(send(ACME, body));
            body.arrive("x".repeat(65 << 10));
            bodies.add(body);
        }

        assertThat(answers).noneMatch(CompletableFuture::isDone);
        assertThat(bus.gathered(ACME)).isBetween(50L * (65 << 10), 50L * (130 << 10));
        bodies.forEach(Arriving::breakOff);
        assertThat(answers).allMatch(CompletableFuture::isDone);
        assertGivesBack();
    }

    @Test
    void bodiesAboveATenantsRoomAreRefusedWithoutEffectOnOthers() throws Exception {
        bus.deploy(ACME, route("Orders", asks(), to("Back")));
        bus.deploy(GLOBEX, route("Orders", asks(), to("Back")));
        List<CompletableFuture<MessageExchange>> answers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            answers.add(send(ACME, large()));
        }
        await().until(() -> waiting.size() == 16);

        await().untilAsserted(() -> assertThat(answers.stream().filter(CompletableFuture::isDone))
                .hasSize(4)
                .allSatisfy(answer -> assertThat(answer.join().getError())
                        .isInstanceOf(RouteFailure.Unavailable.class)
                        .hasCauseInstanceOf(OverloadedException.class)));

        assertThat(bus.gathered(ACME)).isEqualTo(64 << 20);
        assertThat(ended(send(GLOBEX, large())).getError()).isNull();
        for (MessageExchange exchange : waiting) {
            partner.answer(exchange, "<back/>");
        }
        for (CompletableFuture<MessageExchange> answer : answers) {
            if (ended(answer).getError() == null) {
                partner.done(answer.join());
            }
        }
        assertGivesBack();
    }

    @Test
    void roomIsReleasedAfterAFailedRoute() throws Exception {
        bus.deploy(ACME, route("Orders", asks(), to("Broken")));

        assertThat(ended(send(ACME, large())).getError()).isNotNull();

        assertGivesBack();
    }

    @Test
    void roomIsReleasedWithoutAnAnswer() throws Exception {
        bus.deploy(ACME, route("Orders", asks()));

        assertThat(ended(partner.send(Mep.IN_ONLY, ACME, "Orders", large())).getError())
                .isNull();

        assertGivesBack();
    }

    @Test
    void roomOfATooLargeBodyIsReleased() throws Exception {
        bus.deploy(ACME, route("Orders", asks(), to("Back")));
        Arriving body = new Arriving();
        CompletableFuture<MessageExchange> answer = send(ACME, body);
        for (int i = 0; i < 11; i++) {
            body.arrive(PART);
        }

        assertThat(ended(answer).getError()).isInstanceOf(RouteFailure.Invalid.class);

        assertGivesBack();
    }

    /** The reply is gathered for a copy that is not awaited any more. */
    @Test
    void aReplyAfterATimeoutCountsUntilItsCopyIsOver() throws Exception {
        partner.provide(ACME, "Next", waiting::add);
        bus.deploy(ACME, route("Orders", breaker(Duration.ofMillis(20), to("Back"), asks(), to("Next"))));
        CompletableFuture<MessageExchange> answer = partner.send(Mep.IN_OUT, ACME, "Orders", "<in/>");
        assertThat(ended(answer).getError()).isInstanceOf(RouteFailure.Timeout.class);
        reply(waiting.take(), large());
        MessageExchange next = waiting.poll(30, TimeUnit.SECONDS);
        assertThat(next).isNotNull();
        assertThat(bus.gathered(ACME)).isEqualTo(4 << 20);

        partner.answer(next, "<late/>");

        assertGivesBack();
    }

    @Test
    void aReplyInTimeCountsUntilItsExchangeIsOver() throws Exception {
        bus.deploy(ACME, route("Orders", breaker(Duration.ofHours(1), to("Back"))));
        CompletableFuture<MessageExchange> answer = partner.send(Mep.IN_OUT, ACME, "Orders", "<in/>");
        reply(waiting.take(), large());
        MessageExchange answered = ended(answer);
        assertThat(answered.getError()).isNull();
        assertThat(bus.gathered(ACME)).isEqualTo(4 << 20);

        partner.done(answered);

        assertGivesBack();
    }

    /** A copy of a wire tap passes a route that gathers its replies. */
    @Test
    void theReplyToAWireTapIsReleased() throws Exception {
        bus.deploy(
                ACME,
                route("Orders", new Step.WireTap(new Address.Direct("tap"), PLACE)),
                new Route(
                        "tap",
                        new Address.Direct("tap"),
                        List.of(),
                        List.of(
                                new Step.To(at("Back", Address.Pattern.IN_OUT), PLACE),
                                asks(),
                                new Step.To(at("Back", Address.Pattern.IN_OUT), PLACE)),
                        PLACE));
        MessageExchange answered = ended(partner.send(Mep.IN_OUT, ACME, "Orders", "<in/>"));
        partner.done(answered);
        reply(waiting.take(), large());
        MessageExchange next = waiting.poll(30, TimeUnit.SECONDS);
        assertThat(next).isNotNull();
        assertThat(bus.gathered(ACME)).isEqualTo(4 << 20);

        partner.answer(next, "<over/>");

        assertGivesBack();
    }

    private void reply(MessageExchange exchange, Arriving content) throws Exception {
        NormalizedMessage out = exchange.createMessage();
        out.setContent(content);
        exchange.setMessage(out, "out");
        partner.sendOn(exchange);
    }

    private static Step breaker(Duration timeout, Step... steps) {
        return new Step.CircuitBreaker(
                50, 4, 4, Duration.ofHours(1), Optional.of(timeout), List.of(steps), List.of(), PLACE);
    }
}
