package org.esbmt.camel.se.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.esbmt.camel.se.internal.engine.TestBus.ACME;
import static org.esbmt.camel.se.internal.engine.TestBus.PLACE;
import static org.esbmt.camel.se.internal.engine.TestBus.at;
import static org.esbmt.camel.se.internal.engine.TestBus.to;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.MessageExchange;
import org.esbmt.camel.se.internal.model.ErrorKind;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.model.OnError;
import org.esbmt.camel.se.internal.model.Retry;
import org.esbmt.camel.se.internal.model.Route;
import org.esbmt.camel.se.internal.model.Step;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Retries that wait longer than their unit runs, and more retries than there is room for. */
@Timeout(60)
class PoisonedRetriesTest {
    private static final Retry IN_AN_HOUR = new Retry(1, Duration.ofHours(1), 1, Duration.ofHours(1));

    private final TestBus bus =
            new TestBus(new EngineLimits(10 << 20, 1 << 20, 32, Duration.ofSeconds(60), Duration.ofMillis(50)));
    private final Partner partner = bus.install("partner", new Partner());

    @BeforeEach
    void provideFailing() {
        partner.provide(ACME, "BackEnd", exchange -> partner.error(exchange, new IllegalStateException("not there")));
    }

    @AfterEach
    void close() {
        bus.close();
    }

    private static Route route(Step... steps) {
        Step answer = new Step.SetBody(new Expression.Constant("<sorry/>"), PLACE);
        OnError error = new OnError(
                Set.of(ErrorKind.UNAVAILABLE), Optional.empty(), Optional.of(IN_AN_HOUR), true, List.of(answer), PLACE);
        return new Route("r", at("Orders"), List.of(error), List.of(steps), PLACE);
    }

    private CompletableFuture<MessageExchange> send() {
        return partner.send(Mep.IN_OUT, ACME, "Orders", "<in/>");
    }

    @Test
    void aWaitingRetryEndsItsExchangeWhenItsUnitStops() throws Exception {
        String unit = bus.deploy(ACME, route(to("BackEnd")));
        CompletableFuture<MessageExchange> answer = send();
        await().until(() -> partner.requests().size() == 1);
        assertThat(answer).isNotDone();

        bus.undeploy(unit);

        MessageExchange ended = answer.get(10, TimeUnit.SECONDS);
        assertThat(ended.getStatus()).isEqualTo(ExchangeStatus.ERROR);
        assertThat(ended.getError())
                .isInstanceOf(RouteFailure.Unavailable.class)
                .hasMessageContaining("the unit was stopped");
        assertThat(partner.requests()).as("nothing is sent once more").hasSize(1);
    }

    @Test
    void aCopyWithAWaitingRetryEndsWhenItsUnitStops() throws Exception {
        String unit = bus.deploy(ACME, route(new Step.WireTap(at("BackEnd"), PLACE)));
        assertThat(send().get(10, TimeUnit.SECONDS).getStatus()).isEqualTo(ExchangeStatus.ACTIVE);
        await().until(() -> partner.requests().size() == 1);
        assertThat(bus.stepCounters().getTapsFailed()).isZero();

        bus.undeploy(unit);

        await().untilAsserted(
                        () -> assertThat(bus.stepCounters().getTapsFailed()).isEqualTo(1));
    }

    /** There is room for a thousand waiting ones. */
    @Test
    void aRetryWithoutRoomRunsAtOnceAndThenTheErrorIsHandled() throws Exception {
        String unit = bus.deploy(ACME, route(to("BackEnd")));
        List<CompletableFuture<MessageExchange>> answers = new ArrayList<>();
        for (int i = 0; i < 1005; i++) {
            answers.add(send());
        }

        await().until(() -> answers.stream().filter(CompletableFuture::isDone).count() == 5);
        for (CompletableFuture<MessageExchange> answer : answers) {
            if (answer.isDone()) {
                assertThat(Partner.text(answer.get().getMessage("out"))).isEqualTo("<sorry/>");
            }
        }
        bus.undeploy(unit);
        for (CompletableFuture<MessageExchange> answer : answers) {
            assertThat(answer.get(10, TimeUnit.SECONDS)).isNotNull();
        }
    }
}
