package org.esbmt.camel.se.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.esbmt.camel.se.internal.engine.TestBus.ACME;
import static org.esbmt.camel.se.internal.engine.TestBus.PLACE;
import static org.esbmt.camel.se.internal.engine.TestBus.at;
import static org.esbmt.camel.se.internal.engine.TestBus.to;

import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.MessageExchange;
import javax.xml.transform.stream.StreamSource;
import org.esbmt.camel.se.internal.model.ErrorKind;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.model.Expression.Comparison.Operator;
import org.esbmt.camel.se.internal.model.OnError;
import org.esbmt.camel.se.internal.model.Route;
import org.esbmt.camel.se.internal.model.Step;
import org.esbmt.content.api.ArrivingContent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Messages that fail at points without a call of the route's error handler, or without a report. */
@Timeout(60)
class PoisonedFailuresTest {
    private final TestBus bus = new TestBus();
    private final Partner partner = bus.install("partner", new Partner());

    @AfterEach
    void close() {
        bus.close();
    }

    private static Route route(ErrorKind kind, Step... steps) {
        Step answer = new Step.SetBody(new Expression.Constant("<sorry/>"), PLACE);
        OnError error = new OnError(Set.of(kind), Optional.empty(), Optional.empty(), true, List.of(answer), PLACE);
        return new Route("r", at("Orders"), List.of(error), List.of(steps), PLACE);
    }

    private static Step split(Step... steps) {
        return new Step.Split(new Expression.Body(), Step.Combination.ORIGINAL, false, true, List.of(steps), PLACE);
    }

    @Test
    void theErrorHandlerIsCalledForAMessageWithTooManyParts() throws Exception {
        bus.deploy(ACME, route(ErrorKind.INVALID, split(new Step.SetBody(new Expression.Constant("x"), PLACE))));

        MessageExchange answer =
                partner.send(Mep.IN_OUT, ACME, "Orders", "<in/>").get(30, TimeUnit.SECONDS);

        assertThat(answer.getStatus()).isEqualTo(ExchangeStatus.ACTIVE);
        assertThat(Partner.text(answer.getMessage("out"))).isEqualTo("<sorry/>");
    }

    /** A body that is discarded before the route reads it, because the caller did not wait so long. */
    private static final class Gone extends StreamSource implements ArrivingContent {
        private final Queue<Runnable> loop = new ConcurrentLinkedQueue<>();
        private final boolean refuses;

        Gone(boolean refuses) {
            this.refuses = refuses;
        }

        @Override
        public boolean isHere() {
            return false;
        }

        @Override
        public void execute(Runnable task) {
            if (refuses) {
                throw new RejectedExecutionException("the event loop has ended");
            }
            loop.add(task);
        }

        @Override
        public long length() {
            return -1;
        }

        @Override
        public boolean isWhole() {
            return false;
        }

        @Override
        public void peek(Peek reader, int most) {
            throw new IllegalStateException("the body is being read, or was");
        }
    }

    private CompletableFuture<MessageExchange> lookAt(Gone body) {
        Step look = new Step.Choice(
                List.of(new Step.Choice.When(
                        new Expression.Comparison(
                                new Expression.Body(), Operator.CONTAINS, new Expression.Constant("a")),
                        List.of(to("BackEnd")),
                        PLACE)),
                List.of(),
                PLACE);
        bus.deploy(ACME, route(ErrorKind.FAULT, look));
        return partner.send(Mep.IN_OUT, ACME, "Orders", body);
    }

    @Test
    void aDiscardedBodyEndsItsExchange() throws Exception {
        Gone body = new Gone(false);
        CompletableFuture<MessageExchange> answer = lookAt(body);
        await().until(() -> !body.loop.isEmpty());
        try {
            body.loop.remove().run();
        } catch (IllegalStateException e) {
            // an event loop logs it
        }

        assertUnavailable(answer);
    }

    @Test
    void aBodyOfAnEndedEventLoopEndsItsExchange() throws Exception {
        assertUnavailable(lookAt(new Gone(true)));
    }

    private static void assertUnavailable(CompletableFuture<MessageExchange> answer) throws Exception {
        assertThat(answer.get(10, TimeUnit.SECONDS).getError()).isInstanceOf(RouteFailure.Unavailable.class);
    }
}
