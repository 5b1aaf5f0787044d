package org.esbmt.camel.se.internal.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.esbmt.camel.se.internal.steps.Rig.ACME;
import static org.esbmt.camel.se.internal.steps.Rig.HERE;
import static org.esbmt.camel.se.internal.steps.Rig.assertOk;
import static org.esbmt.camel.se.internal.steps.Rig.ended;
import static org.esbmt.camel.se.internal.steps.Rig.text;
import static org.esbmt.camel.se.internal.steps.Rig.to;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.esbmt.camel.se.internal.engine.RouteFailure;
import org.esbmt.camel.se.internal.model.Address;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.model.Step;
import org.esbmt.camel.se.internal.model.Step.Combination;
import org.esbmt.camel.se.internal.steps.Rig.BackEnd;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class StepsTest {
    private static final String C = "<c:collected xmlns:c=\"urn:esbmt:collected:1\">";
    private static final BackEnd MARK = BackEnd.of(e -> text(e, "<r>" + text(e) + "</r>"));
    private static final BackEnd BREAK = BackEnd.of(e -> e.setException(new RouteFailure.Unavailable("broken", null)));

    private final Rig rig = new Rig(StepLimits.DEFAULTS);

    @AfterEach
    void close() {
        rig.close();
    }

    // ---- split

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void splitCollectsItsPartsInTheirOrder(boolean parallel) {
        Exchange answer = rig.unit(ACME, Map.of("mark", MARK), split(Combination.COLLECT, parallel, false, to("mark")))
                .ask("a,b,c");

        assertOk(answer);
        assertThat(text(answer)).isEqualTo(C + "<r>a</r><r>b</r><r>c</r></c:collected>");
    }

    @Test
    void aSplitContinuesWithTheOriginalMessageOrTheLastPart() {
        assertThat(text(rig.unit(ACME, Map.of("mark", MARK), split(Combination.ORIGINAL, false, false, to("mark")))
                        .ask("a,b")))
                .isEqualTo("a,b");
        assertThat(text(rig.unit(ACME, Map.of("mark", MARK), split(Combination.LATEST, true, false, to("mark")))
                        .ask("a,b")))
                .isEqualTo("<r>b</r>");
    }

    @Test
    void aFailedPartFailsTheMessageAfterTheOthersOrAtOnce() {
        List<String> came = Collections.synchronizedList(new ArrayList<>());
        BackEnd picky = BackEnd.of(e -> {
            came.add(text(e));
            if (text(e).equals("bad")) {
                e.setException(new RouteFailure.Unavailable("broken", null));
            }
        });

        Exchange all = rig.unit(ACME, Map.of("picky", picky), split(Combination.LATEST, false, false, to("picky")))
                .ask("a,bad,c");
        assertThat(all.getException()).hasMessage("broken");
        assertThat(came).containsExactly("a", "bad", "c");

        came.clear();
        Exchange stopped = rig.unit(ACME, Map.of("picky", picky), split(Combination.LATEST, false, true, to("picky")))
                .ask("a,bad,c");
        assertThat(stopped.getException()).hasMessage("broken");
        assertThat(came).containsExactly("a", "bad");
    }

    @Test
    void nestedParallelSplitsWithASlowBackEndOccupyNoThread() {
        ConcurrentLinkedQueue<Runnable> answers = new ConcurrentLinkedQueue<>();
        BackEnd late = (exchange, callback) -> answers.add(() -> callback.done(false));
        Step inner = split(Combination.LATEST, true, false, to("late"));
        Rig.Unit unit = rig.unit(ACME, Map.of("late", late), split(Combination.LATEST, true, false, inner));
        List<CompletableFuture<Exchange>> messages = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            messages.add(unit.send("a,b,c,d"));
        }
        await().until(() -> answers.size() == 80);
        await().until(() -> rig.workers.active() == 0);

        answers.forEach(Runnable::run);

        messages.forEach(m -> assertOk(ended(m)));
    }

    // ---- multicast

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void multicastSendsACopyThroughEachBranch(boolean parallel) {
        BackEnd one = BackEnd.of(e -> text(e, "<one>" + text(e) + "</one>"));
        BackEnd two = BackEnd.of(e -> text(e, "<two>" + text(e) + "</two>"));
        Step branches = new Step.Multicast(
                List.of(to("one"), new Step.Sequence(List.of(to("two"), to("two")), HERE)),
                Combination.COLLECT,
                parallel,
                false,
                HERE);

        Exchange answer =
                rig.unit(ACME, Map.of("one", one, "two", two), branches).ask("x");

        assertThat(text(answer)).isEqualTo(C + "<one>x</one><two><two>x</two></two></c:collected>");
    }

    @Test
    void stopInABranchEndsThatBranchOnly() {
        Step branches = new Step.Multicast(
                List.of(new Step.Sequence(List.of(new Step.Stop(HERE), to("mark")), HERE), to("mark")),
                Combination.COLLECT,
                false,
                true,
                HERE);

        Exchange answer =
                rig.unit(ACME, Map.of("mark", MARK), branches, to("mark")).ask("x");

        assertThat(text(answer)).isEqualTo("<r>" + C + "x<r>x</r></c:collected></r>");
    }

    // ---- wire tap

    @Test
    void wireTapSendsACopyInOnlyAndTheExchangeDoesNotWait() {
        CompletableFuture<Exchange> copy = new CompletableFuture<>();
        ConcurrentLinkedQueue<AsyncCallback> never = new ConcurrentLinkedQueue<>();
        BackEnd slow = (exchange, callback) -> {
            copy.complete(exchange);
            never.add(callback);
        };
        Rig.Unit unit = rig.unit(ACME, Map.of("slow", slow, "mark", MARK), tap("slow"), to("mark"));

        assertThat(text(unit.ask("x"))).isEqualTo("<r>x</r>");

        assertThat(text(ended(copy))).isEqualTo("x");
        assertThat(unit.detached).hasValue(1);
        assertThat(ended(copy).getPattern()).isEqualTo(ExchangePattern.InOnly);
        never.forEach(callback -> callback.done(false));
    }

    @Test
    void aFailedCopyIsCountedAndDoesNotFailTheExchange() {
        assertOk(rig.unit(ACME, Map.of("broken", BREAK), tap("broken")).ask("x"));
        await().untilAsserted(
                        () -> assertThat(rig.shared.counters().getTapsFailed()).isEqualTo(1));
    }

    // ---- throttle and delay

    @Test
    void aDelayOccupiesNoThread() {
        Rig.Unit unit = rig.unit(ACME, Map.of("mark", MARK), delay(Duration.ofMillis(20)), to("mark"));
        assertThat(text(unit.ask("x"))).isEqualTo("<r>x</r>");
    }

    @Test
    void throttleLetsExchangesPassInOrderAndDelaysTheRest() {
        List<String> came = Collections.synchronizedList(new ArrayList<>());
        Rig.Unit unit = rig.unit(
                ACME,
                Map.of("log", BackEnd.of(e -> came.add(text(e)))),
                new Step.Throttle(2, Duration.ofSeconds(2), HERE),
                to("log"));
        List<CompletableFuture<Exchange>> all = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            all.add(unit.send("" + i));
        }
        assertThat(all.subList(0, 2)).allMatch(CompletableFuture::isDone);
        assertThat(rig.workers.waiting()).isGreaterThan(0);

        all.forEach(m -> assertOk(ended(m)));

        assertThat(came).hasSize(6).startsWith("0", "1");
    }

    // ---- circuit breaker

    @Test
    void aCircuitOpensAndRefuses() {
        AtomicInteger calls = new AtomicInteger();
        BackEnd back = BackEnd.of(e -> {
            calls.incrementAndGet();
            e.setException(new RouteFailure.Unavailable("broken", null));
        });
        Rig.Unit unit = rig.unit(
                ACME, Map.of("back", back), breaker(Duration.ofHours(1), Optional.empty(), List.of(to("back"))));
        for (int i = 0; i < 4; i++) {
            assertThat(unit.ask("x").getException()).hasMessage("broken");
        }

        assertThat(unit.ask("x").getException())
                .isInstanceOf(RouteFailure.Unavailable.class)
                .hasMessage("the circuit is open");

        assertThat(calls).hasValue(4);
        assertThat(rig.shared.counters().getCircuitOpen()).isEqualTo(1);
    }

    @Test
    void anOpenCircuitTriesAgain() {
        AtomicBoolean broken = new AtomicBoolean(true);
        BackEnd back = BackEnd.of(e -> {
            if (broken.get()) {
                e.setException(new RouteFailure.Unavailable("broken", null));
            }
        });
        Rig.Unit unit = rig.unit(
                ACME, Map.of("back", back), breaker(Duration.ofMillis(500), Optional.empty(), List.of(to("back"))));
        for (int i = 0; i < 4; i++) {
            assertThat(unit.ask("x").getException()).hasMessage("broken");
        }

        broken.set(false);
        await().untilAsserted(() -> assertOk(unit.ask("x")));
        assertOk(unit.ask("x"));
    }

    @Test
    void theFallbackGetsTheOriginalMessage() {
        BackEnd spoil = BackEnd.of(e -> {
            text(e, "spoiled");
            e.setException(new RouteFailure.Unavailable("broken", null));
        });
        Rig.Unit unit = rig.unit(
                ACME,
                Map.of("spoil", spoil, "mark", MARK),
                breaker(Duration.ofHours(1), Optional.empty(), List.of(to("spoil")), to("mark")),
                to("mark"));

        for (int i = 0; i < 10; i++) {
            Exchange answer = unit.ask("x");
            assertOk(answer);
            assertThat(text(answer)).isEqualTo("<r><r>x</r></r>");
        }
        assertThat(rig.shared.counters().getCircuitOpen()).isEqualTo(6);
    }

    @Test
    void aCircuitBreakerDropsResultsAfterItsTimeout() {
        ConcurrentLinkedQueue<Runnable> late = new ConcurrentLinkedQueue<>();
        BackEnd slow = (exchange, callback) -> late.add(() -> {
            text(exchange, "late");
            callback.done(false);
        });
        Rig.Unit unit = rig.unit(
                ACME,
                Map.of("slow", slow),
                breaker(Duration.ofHours(1), Optional.of(Duration.ofMillis(20)), List.of(to("slow"))));

        Exchange answer = unit.ask("x");

        assertThat(answer.getException()).isInstanceOf(RouteFailure.Timeout.class);
        assertThat(heldBytes()).isEqualTo(1);
        assertThat(unit.detached).hasValue(1);
        assertThat(unit.over).hasValue(0);
        await().until(() -> late.size() == 1);
        late.forEach(Runnable::run);
        assertThat(heldBytes()).isZero();
        assertThat(unit.over).hasValue(1);
        assertThat(text(answer)).isEqualTo("x");
        assertThat(rig.shared.counters().getCircuitTimeouts()).isEqualTo(1);
    }

    @Test
    void anAnswerInTimeLeavesNoTimerBehind() {
        Rig.Unit unit = rig.unit(
                ACME,
                Map.of("mark", MARK),
                breaker(Duration.ofHours(1), Optional.of(Duration.ofHours(1)), List.of(to("mark"))));

        assertThat(text(unit.ask("x"))).isEqualTo("<r>x</r>");
        assertThat(rig.workers.waiting()).isZero();
    }

    // ---- idempotent consumer

    @Test
    void aKnownMessagePassesByAndAFailedOneMayComeAgain() {
        AtomicBoolean broken = new AtomicBoolean(true);
        AtomicInteger calls = new AtomicInteger();
        BackEnd back = BackEnd.of(e -> {
            calls.incrementAndGet();
            if (broken.get()) {
                e.setException(new RouteFailure.Unavailable("broken", null));
            }
        });
        Rig.Unit unit = rig.unit(
                ACME,
                Map.of("back", back, "mark", MARK),
                new Step.IdempotentConsumer(new Expression.Header("id"), 10, List.of(to("back")), HERE),
                to("mark"));
        assertThat(unit.ask("x", "id", "1").getException()).hasMessage("broken");
        broken.set(false);

        assertThat(text(unit.ask("x", "id", "1"))).isEqualTo("<r>x</r>");
        assertThat(text(unit.ask("x", "id", "1"))).isEqualTo("<r>x</r>");

        assertThat(calls).hasValue(2);
        assertThat(rig.shared.counters().getDuplicates()).isEqualTo(1);
        assertThat(unit.ask("x").getException()).isInstanceOf(RouteFailure.Invalid.class);
    }

    @Test
    void aMessageWithTheKeyOfARunningOnePassesByToo() {
        ConcurrentLinkedQueue<Runnable> answers = new ConcurrentLinkedQueue<>();
        BackEnd late = (exchange, callback) -> answers.add(() -> callback.done(false));
        Rig.Unit unit = rig.unit(
                ACME,
                Map.of("late", late),
                new Step.IdempotentConsumer(new Expression.Header("id"), 10, List.of(to("late")), HERE));
        CompletableFuture<Exchange> first = unit.send("x", Map.of("id", "1"));

        assertOk(unit.ask("x", "id", "1"));

        assertThat(first).isNotDone();
        assertThat(answers).hasSize(1);
        answers.forEach(Runnable::run);
        assertOk(ended(first));
    }

    @Test
    void aKeyInTheMessageIsReadOnAWorker() {
        CompletableFuture<String> thread = new CompletableFuture<>();
        BackEnd back = BackEnd.of(e -> thread.complete(Thread.currentThread().getName()));
        Rig.Unit unit = rig.unit(
                ACME,
                Map.of("back", back),
                new Step.IdempotentConsumer(new Expression.Body(), 10, List.of(to("back")), HERE));

        assertOk(unit.ask("x"));
        assertOk(unit.ask("x"));

        assertThat(thread.join()).startsWith("camel-se-worker");
        assertThat(rig.shared.counters().getDuplicates()).isEqualTo(1);
        assertThat(unit.ask("").getException()).isInstanceOf(RouteFailure.Invalid.class);
    }

    // ---- aggregate

    @Test
    void groupIsCompleteBySizeAndItsMessagesAreCollected() {
        CompletableFuture<Exchange> group = new CompletableFuture<>();
        Rig.Unit unit = rig.unit(
                ACME,
                Map.of("group", BackEnd.of(group::complete), "mark", MARK),
                aggregate(Combination.COLLECT, OptionalInt.of(3), Optional.empty(), Optional.empty()),
                to("mark"));

        assertThat(text(unit.ask("<a/>", "k", "1"))).isEqualTo("<r><a/></r>");
        assertOk(unit.ask("<other/>", "k", "2"));
        assertOk(unit.ask("<b/>", "k", "1"));
        assertThat(group).isNotDone();
        assertOk(unit.ask("<c/>", "k", "1"));
        assertThat(unit.detached).hasValue(4);

        assertThat(text(ended(group))).isEqualTo(C + "<a/><b/><c/></c:collected>");
    }

    @Test
    void groupIsCompleteByConditionAndKeepsTheFirstOrTheLastMessage() {
        for (Combination combination : List.of(Combination.ORIGINAL, Combination.LATEST)) {
            CompletableFuture<Exchange> group = new CompletableFuture<>();
            Rig.Unit unit = rig.unit(
                    ACME,
                    Map.of("group", BackEnd.of(group::complete)),
                    aggregate(
                            combination,
                            OptionalInt.empty(),
                            Optional.empty(),
                            Optional.of(new Expression.Header("end"))));
            assertOk(unit.ask("first", "k", "1"));
            assertOk(ended(unit.send("last", Map.of("k", "1", "end", "yes"))));

            assertThat(text(ended(group))).isEqualTo(combination == Combination.ORIGINAL ? "first" : "last");
        }
        await().untilAsserted(() -> assertThat(heldBytes()).isZero());
    }

    @Test
    void aGroupIsCompleteAfterItsTimeout() {
        CompletableFuture<Exchange> group = new CompletableFuture<>();
        Rig.Unit unit = rig.unit(
                ACME,
                Map.of("group", BackEnd.of(group::complete)),
                aggregate(
                        Combination.COLLECT,
                        OptionalInt.empty(),
                        Optional.of(Duration.ofSeconds(2)),
                        Optional.empty()));
        assertOk(unit.ask("<a/>", "k", "1"));
        assertOk(unit.ask("<b/>", "k", "1"));
        assertThat(rig.workers.waiting()).isEqualTo(1);

        assertThat(text(ended(group))).isEqualTo(C + "<a/><b/></c:collected>");
        await().until(() -> rig.workers.waiting() == 0);
    }

    @Test
    void incompleteGroupsAreCountedWhenTheUnitStopsAndLeaveNothingBehind() {
        Rig.Unit unit = rig.unit(
                ACME,
                Map.of("group", BREAK),
                aggregate(Combination.COLLECT, OptionalInt.empty(), Optional.of(Duration.ofDays(1)), Optional.empty()));
        for (int i = 0; i < 10; i++) {
            assertOk(unit.ask("<a/>", "k", "" + i));
        }

        unit.close();

        assertThat(rig.shared.counters().getGroupsGivenUp()).isEqualTo(10);
        assertThat(rig.workers.waiting()).isZero();
        assertThat(rig.shared.tenants()).isZero();
    }

    @Test
    void aFailedCompleteGroupIsCounted() {
        Rig.Unit unit = rig.unit(
                ACME,
                Map.of("group", BREAK),
                aggregate(Combination.COLLECT, OptionalInt.of(1), Optional.empty(), Optional.empty()));
        assertOk(unit.ask("<a/>", "k", "1"));
        await().untilAsserted(() ->
                assertThat(rig.shared.counters().getGroupsFailed()).isEqualTo(1));
        await().untilAsserted(() -> assertThat(heldBytes()).isZero());
    }

    // ---- stop

    @Test
    void waitingExchangesFailAtOnceWhenTheUnitStops() {
        Rig.Unit unit = rig.unit(ACME, Map.of(), delay(Duration.ofMinutes(5)));
        List<CompletableFuture<Exchange>> waiting = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            waiting.add(unit.send("x"));
        }

        unit.close();

        assertThat(waiting).allSatisfy(m -> assertThat(m.join().getException())
                .isInstanceOf(RouteFailure.Unavailable.class)
                .hasMessage("the unit was stopped"));
        assertThat(rig.workers.waiting()).isZero();
        assertThat(rig.shared.counters().getStopped()).isEqualTo(100);
    }

    private long heldBytes() {
        return rig.shared.heldBytes(ACME);
    }

    static Step split(Combination combination, boolean parallel, boolean stopOnError, Step... steps) {
        return new Step.Split(new Expression.Body(), combination, parallel, stopOnError, List.of(steps), HERE);
    }

    static Step tap(String backEnd) {
        return new Step.WireTap(new Address.Direct(backEnd), HERE);
    }

    static Step delay(Duration time) {
        return new Step.Delay(time, HERE);
    }

    static Step breaker(Duration openFor, Optional<Duration> timeout, List<Step> steps, Step... fallback) {
        return new Step.CircuitBreaker(50, 4, 4, openFor, timeout, steps, List.of(fallback), HERE);
    }

    static Step aggregate(
            Combination combination, OptionalInt size, Optional<Duration> timeout, Optional<Expression> condition) {
        return new Step.Aggregate(
                new Expression.Header("k"), combination, size, timeout, condition, List.of(to("group")), HERE);
    }
}
