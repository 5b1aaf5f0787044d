package org.esbmt.camel.se.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.esbmt.camel.se.internal.engine.TestBus.ACME;
import static org.esbmt.camel.se.internal.engine.TestBus.PLACE;
import static org.esbmt.camel.se.internal.engine.TestBus.at;
import static org.esbmt.camel.se.internal.engine.TestBus.to;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.MessageExchange;
import org.esbmt.camel.se.internal.model.Address;
import org.esbmt.camel.se.internal.model.ErrorKind;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.model.OnError;
import org.esbmt.camel.se.internal.model.Retry;
import org.esbmt.camel.se.internal.model.Route;
import org.esbmt.camel.se.internal.model.Step;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Failures inside a circuit breaker: the error handler is called for each message once. */
@Timeout(60)
class CircuitFailuresTest {
    private static final String LONG = "PT1H";
    private static final String SHORT = "PT1S";
    private static final Retry TWICE = new Retry(2, Duration.ofMillis(1), 1, Duration.ofMillis(1));

    private static final List<OnError> UNHANDLED = List.of(deadLetter(false, Optional.empty()));
    private static final List<OnError> HANDLED = List.of(deadLetter(true, Optional.empty()));
    private static final Step INNER = new Step.To(new Address.Direct("inner"), PLACE);

    private final TestBus bus = new TestBus();
    private final Partner partner = bus.install("partner", new Partner());

    @AfterEach
    void close() {
        bus.close();
    }

    private void provideFailing() {
        partner.provide(ACME, "BackEnd", exchange -> partner.error(exchange, new IllegalStateException("not there")));
        partner.provide(ACME, "Dead", exchange -> partner.answer(exchange, "<kept/>"));
    }

    private static OnError deadLetter(boolean handled, Optional<Retry> retry) {
        return new OnError(Set.of(ErrorKind.ANY), Optional.empty(), retry, handled, List.of(to("Dead")), PLACE);
    }

    /**
     * @param timeout none if empty
     */
    private static Step breaker(String timeout, List<Step> steps, Step... fallback) {
        Optional<Duration> most = timeout.isEmpty() ? Optional.empty() : Optional.of(Duration.parse(timeout));
        return new Step.CircuitBreaker(100, 1000, 1000, Duration.ofHours(1), most, steps, List.of(fallback), PLACE);
    }

    private static Step breaker(String timeout, Step... steps) {
        return breaker(timeout, List.of(steps));
    }

    private static Route outer(List<OnError> errors, Step... steps) {
        return new Route("outer", at("Orders"), errors, List.of(steps), PLACE);
    }

    private static Route inner(List<OnError> errors) {
        return new Route("inner", new Address.Direct("inner"), errors, List.of(to("BackEnd")), PLACE);
    }

    private MessageExchange send() throws Exception {
        return partner.send(Mep.IN_OUT, ACME, "Orders", "<in/>").get(10, TimeUnit.SECONDS);
    }

    private long calls(String service) {
        return partner.requests().stream()
                .filter(e -> e.getEndpoint().getServiceName().getLocalPart().contains(service))
                .count();
    }

    private void assertCalls(int backEnd, int dead) {
        assertThat(calls("BackEnd")).isEqualTo(backEnd);
        assertThat(calls("Dead")).isEqualTo(dead);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", LONG})
    void theErrorHandlerIsCalledOnceForAFailureInside(String timeout) throws Exception {
        provideFailing();
        bus.deploy(ACME, outer(UNHANDLED, breaker(timeout, to("BackEnd"))));

        assertThat(send().getStatus()).isEqualTo(ExchangeStatus.ERROR);

        assertCalls(1, 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", LONG})
    void theErrorHandlerIsCalledOnceWithTheCircuitBreakerInAnotherStep(String timeout) throws Exception {
        provideFailing();
        Expression always = new Expression.Comparison(
                new Expression.Constant("a"), Expression.Comparison.Operator.EQUAL, new Expression.Constant("a"));
        bus.deploy(ACME, outer(UNHANDLED, new Step.Filter(always, List.of(breaker(timeout, to("BackEnd"))), PLACE)));

        assertThat(send().getStatus()).isEqualTo(ExchangeStatus.ERROR);

        assertCalls(1, 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", LONG})
    void theErrorHandlerIsCalledOnceWithOtherStepsInTheCircuitBreaker(String timeout) throws Exception {
        provideFailing();
        Step branches =
                new Step.Multicast(List.of(to("BackEnd"), to("BackEnd")), Step.Combination.LATEST, false, false, PLACE);
        bus.deploy(ACME, outer(UNHANDLED, breaker(timeout, branches)));

        assertThat(send().getStatus()).isEqualTo(ExchangeStatus.ERROR);

        assertCalls(2, 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", LONG})
    void retriesGoThroughTheCircuit(String timeout) throws Exception {
        provideFailing();
        bus.deploy(ACME, outer(List.of(deadLetter(false, Optional.of(TWICE))), breaker(timeout, to("BackEnd"))));

        assertThat(send().getStatus()).isEqualTo(ExchangeStatus.ERROR);

        assertCalls(3, 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", LONG})
    void onlyTheErrorHandlerOfTheCalledRouteIsCalled(String timeout) throws Exception {
        provideFailing();
        List<OnError> errors = List.of(deadLetter(false, Optional.of(TWICE)));
        bus.deploy(ACME, outer(errors, breaker(timeout, INNER)), inner(errors));

        assertThat(send().getStatus()).isEqualTo(ExchangeStatus.ERROR);

        assertCalls(3, 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "", LONG})
    void theHandlersResultIsTheAnswerWithAndWithoutACircuitBreaker(String timeout) throws Exception {
        provideFailing();
        Step behind = new Step.SetBody(new Expression.Constant("<behind/>"), PLACE);
        bus.deploy(
                ACME, outer(HANDLED, timeout.equals("none") ? INNER : breaker(timeout, INNER), behind), inner(HANDLED));

        assertThat(Partner.text(send().getMessage("out"))).isEqualTo("<kept/>");

        assertCalls(1, 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", LONG})
    void aFailureOfTheFallbackIsASeparateFailure(String timeout) throws Exception {
        provideFailing();
        bus.deploy(ACME, outer(UNHANDLED, breaker(timeout, List.of(INNER), to("BackEnd"))), inner(UNHANDLED));

        assertThat(send().getStatus()).isEqualTo(ExchangeStatus.ERROR);

        assertCalls(2, 2);
    }

    // ---- after the timeout

    private final Queue<MessageExchange> waiting = new ConcurrentLinkedQueue<>();

    private void provideLate() {
        partner.provide(ACME, "BackEnd", waiting::add);
        partner.provide(ACME, "Dead", exchange -> partner.answer(exchange, "<kept/>"));
    }

    private void sendUntilTheTimeoutIsHandled() throws Exception {
        MessageExchange handled = send();
        assertThat(Partner.text(handled.getMessage("out"))).isEqualTo("<kept/>");
        partner.done(handled);
        await().until(() -> partner.ends().size() == 1);
        assertThat(bus.held(ACME)).isEqualTo("<in/>".length());
    }

    private void assertNothingIsKept() {
        await().untilAsserted(() -> {
            assertThat(bus.held(ACME)).isZero();
            assertThat(bus.gathered(ACME)).isZero();
        });
    }

    @Test
    void answerIsDroppedOnce() throws Exception {
        provideLate();
        bus.deploy(ACME, outer(HANDLED, breaker(SHORT, to("BackEnd"))));
        sendUntilTheTimeoutIsHandled();

        partner.answer(waiting.remove(), "<late/>");

        assertNothingIsKept();
        assertThat(partner.ends()).as("the back end is told, once").hasSize(2).containsOnly(ExchangeStatus.DONE);
        assertCalls(1, 1);
    }

    @Test
    void aLateFailureIsDroppedWithoutAnotherCallOfTheHandler() throws Exception {
        provideLate();
        bus.deploy(ACME, outer(HANDLED, breaker(SHORT, INNER)), inner(HANDLED));
        sendUntilTheTimeoutIsHandled();

        partner.error(waiting.remove(), new IllegalStateException("not there"));

        assertNothingIsKept();
        assertCalls(1, 1);
    }

    @Test
    void aWaitingRetryEndsItsCopy() throws Exception {
        provideFailing();
        Retry later = new Retry(1, Duration.ofSeconds(5), 1, Duration.ofSeconds(5));
        bus.deploy(ACME, outer(HANDLED, breaker(SHORT, INNER)), inner(List.of(deadLetter(true, Optional.of(later)))));

        MessageExchange handled = send();
        assertThat(Partner.text(handled.getMessage("out"))).isEqualTo("<kept/>");
        partner.done(handled);

        assertNothingIsKept();
        assertCalls(1, 1);
    }
}
