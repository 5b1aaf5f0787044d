package org.esbmt.camel.se.internal.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.esbmt.camel.se.internal.steps.Rig.ACME;
import static org.esbmt.camel.se.internal.steps.Rig.assertOk;
import static org.esbmt.camel.se.internal.steps.Rig.ended;
import static org.esbmt.camel.se.internal.steps.Rig.text;
import static org.esbmt.camel.se.internal.steps.Rig.to;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultMessage;
import org.esbmt.camel.se.internal.engine.Body;
import org.esbmt.camel.se.internal.engine.RouteFailure;
import org.esbmt.camel.se.internal.model.Step;
import org.esbmt.camel.se.internal.model.Step.Combination;
import org.esbmt.camel.se.internal.steps.Rig.BackEnd;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages whose collection is made to keep an event loop busy, which is the test's thread here. */
@Timeout(60)
class PoisonedCollectionsTest {
    private static final String LARGE = "x".repeat(100_000);
    private static final String WORKER = "camel-se-worker";

    private final Rig rig = new Rig(StepLimits.DEFAULTS);
    private final LinkedBlockingQueue<Sent> sent = new LinkedBlockingQueue<>();
    private final BackEnd late = (exchange, callback) -> sent.add(new Sent(exchange, callback));

    private record Sent(Exchange exchange, AsyncCallback callback) {
        void answer(String text) {
            text(exchange, text);
            callback.done(false);
        }
    }

    /** A message whose reader on a worker waits until the test releases it. */
    private static final class Slow extends DefaultMessage {
        private final CountDownLatch reads = new CountDownLatch(1);
        private final CountDownLatch proceed = new CountDownLatch(1);

        Slow(Exchange exchange) {
            super(exchange);
            setHeaders(exchange.getMessage().getHeaders());
            setBody(Body.ofText(LARGE));
        }

        @Override
        public Object getBody() {
            if (Thread.currentThread().getName().startsWith(WORKER)) {
                reads.countDown();
                try {
                    proceed.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            return super.getBody();
        }
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private static Step aggregate() {
        return StepsTest.aggregate(
                Combination.COLLECT, OptionalInt.empty(), Optional.of(Duration.ofDays(1)), Optional.empty());
    }

    private Sent next() throws InterruptedException {
        Sent next = sent.poll(30, TimeUnit.SECONDS);
        assertThat(next).isNotNull();
        return next;
    }

    /** The thread on which the message continues after a split whose one part is answered by this text. */
    private String goesOnIn(String answer) throws Exception {
        Rig.Unit acme =
                rig.unit(ACME, Map.of("late", late), StepsTest.split(Combination.COLLECT, false, false, to("late")));
        CompletableFuture<String> thread =
                acme.send("one").thenApply(e -> Thread.currentThread().getName());
        Sent part = next();
        await().until(() -> rig.workers.active() == 0);
        part.answer(answer);
        return thread.get(30, TimeUnit.SECONDS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"<a>%s</a>", "<a>%s", "%s\u0000"})
    void aLargeAnswerIsReadByAWorker(String answer) throws Exception {
        assertThat(goesOnIn(answer.formatted(LARGE))).startsWith(WORKER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"<a/>", "<a>"})
    void aSmallAnswerIsReadOnTheThreadOfArrival(String answer) throws Exception {
        assertThat(goesOnIn(answer)).isEqualTo(Thread.currentThread().getName());
    }

    @Test
    void manySmallAnswersAreJoinedByAWorker() throws Exception {
        Rig.Unit acme =
                rig.unit(ACME, Map.of("late", late), StepsTest.split(Combination.COLLECT, false, false, to("late")));
        CompletableFuture<String> thread =
                acme.send("a,b,c,d").thenApply(e -> Thread.currentThread().getName());
        for (int i = 0; i < 4; i++) {
            Sent part = next();
            await().until(() -> rig.workers.active() == 0);
            part.answer("x".repeat(10_000));
        }

        assertThat(thread.get(30, TimeUnit.SECONDS)).startsWith(WORKER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"<a>%s</a>", "<a>%s"})
    void aLargeMessageOfAGroupIsReadByAWorker(String message) throws Exception {
        CompletableFuture<String> thread = new CompletableFuture<>();
        Rig.Unit acme = rig.unit(ACME, Map.of("late", late), to("late"), aggregate());
        CompletableFuture<Exchange> answer = acme.send("one", Map.of("k", "same"));
        boolean unused = answer.thenAccept(
                        e -> thread.complete(Thread.currentThread().getName()))
                .isDone();

        next().answer(message.formatted(LARGE));

        assertThat(thread.get(30, TimeUnit.SECONDS)).startsWith(WORKER);
    }

    @Test
    void aTooLargeMessageIsNotRead() throws Exception {
        String most = "x".repeat(9 << 20);
        String noXml = "<a>" + "x".repeat(2 << 20);
        Rig.Unit group = rig.unit(ACME, Map.of(), aggregate());
        assertOk(group.ask(most, "k", "same"));
        Rig.Unit split =
                rig.unit(ACME, Map.of("late", late), StepsTest.split(Combination.COLLECT, false, false, to("late")));

        assertThat(group.ask(noXml, "k", "same").getException()).isInstanceOf(RouteFailure.Invalid.class);
        CompletableFuture<Exchange> answer = split.send("a,b");
        next().answer(most);
        next().answer(noXml);

        assertThat(ended(answer).getException()).isInstanceOf(RouteFailure.Invalid.class);
        assertThat(rig.shared.counters().getTooLarge()).isEqualTo(2);
        group.close();
        assertThat(rig.shared.heldBytes(ACME)).isZero();
    }

    @Test
    void aTextThatGrowsAsXmlIsRefused() {
        Rig.Unit acme = rig.unit(ACME, Map.of(), aggregate());

        assertThat(acme.ask("&".repeat(3 << 20), "k", "same").getException()).isInstanceOf(RouteFailure.Invalid.class);

        assertThat(rig.shared.counters().getTooLarge()).isEqualTo(1);
    }

    @Test
    void anAnswerBeingReadDelaysNoOther() throws Exception {
        Rig.Unit acme =
                rig.unit(ACME, Map.of("late", late), StepsTest.split(Combination.COLLECT, true, false, to("late")));
        CompletableFuture<Exchange> answer = acme.send("a,b");
        Sent first = next();
        Sent second = next();
        Slow slow = new Slow(first.exchange());
        first.exchange().setMessage(slow);
        first.callback().done(false);
        assertThat(slow.reads.await(30, TimeUnit.SECONDS)).isTrue();

        try {
            CompletableFuture.runAsync(() -> second.answer("<b/>")).get(10, TimeUnit.SECONDS);
            assertThat(answer).isNotDone();
        } finally {
            slow.proceed.countDown();
        }

        assertThat(text(ended(answer))).contains(LARGE).contains("<b/>");
    }

    @Test
    void aMessageBeingReadDelaysNoOtherGroup() throws Exception {
        CompletableFuture<Slow> slow = new CompletableFuture<>();
        BackEnd slowOnce = BackEnd.of(e -> {
            if (text(e).equals("slow")) {
                slow.complete(new Slow(e));
                e.setMessage(slow.join());
            }
        });
        Rig.Unit acme = rig.unit(ACME, Map.of("slow", slowOnce), to("slow"), aggregate());
        CompletableFuture<Exchange> first = acme.send("slow", Map.of("k", "one"));
        assertThat(slow.join().reads.await(30, TimeUnit.SECONDS)).isTrue();

        try {
            assertOk(CompletableFuture.supplyAsync(() -> acme.ask("<b/>", "k", "other"))
                    .get(10, TimeUnit.SECONDS));
            assertThat(first).isNotDone();
        } finally {
            slow.join().proceed.countDown();
        }

        assertOk(ended(first));
        await().until(() -> rig.workers.active() == 0);
    }
}
