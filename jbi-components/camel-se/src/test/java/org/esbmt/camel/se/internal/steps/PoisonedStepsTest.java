package org.esbmt.camel.se.internal.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.esbmt.camel.se.internal.steps.Rig.ACME;
import static org.esbmt.camel.se.internal.steps.Rig.GLOBEX;
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
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.esbmt.camel.se.internal.engine.RouteFailure;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.model.Step;
import org.esbmt.camel.se.internal.model.Step.Combination;
import org.esbmt.camel.se.internal.steps.Rig.BackEnd;
import org.esbmt.camel.se.internal.work.WorkLimits;
import org.esbmt.jbi.container.api.OverloadedException;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Units that attack the resources of others. Each causes faults for its own tenant, and nothing for the other tenant.
 */
@Timeout(120)
class PoisonedStepsTest {
    private static final BackEnd MARK = BackEnd.of(e -> text(e, "<r>" + text(e) + "</r>"));

    private final Rig rig = new Rig(StepLimits.DEFAULTS);

    @AfterEach
    void close() {
        rig.close();
    }

    // ---- aggregates

    @Test
    void endlessGroupsAreBoundedForTheTenantAndNoneIsForgotten() {
        Rig.Unit acme = rig.unit(ACME, Map.of(), neverComplete(Combination.COLLECT));
        Rig.Unit acmesOther = rig.unit(ACME, Map.of(), neverComplete(Combination.LATEST));
        Rig.Unit globex = rig.unit(GLOBEX, Map.of(), neverComplete(Combination.COLLECT));
        for (int i = 0; i < 1000; i++) {
            assertOk((i % 2 == 0 ? acme : acmesOther).ask("<a/>", "k", "" + i));
        }

        assertOverloaded(acme.ask("<a/>", "k", "one more"));
        assertOverloaded(acmesOther.ask("<a/>", "k", "one more"));
        assertOk(acme.ask("<a/>", "k", "0"));
        assertOk(globex.ask("<a/>", "k", "0"));
        assertThat(rig.shared.counters().getOverloaded()).isEqualTo(2);
        acme.close();
        acmesOther.close();
        assertThat(rig.shared.counters().getGroupsGivenUp()).isEqualTo(1000);
    }

    @Test
    void anEndlessGroupRefusesMoreMessages() {
        Rig.Unit acme = rig.unit(
                ACME,
                Map.of("group", MARK),
                StepsTest.aggregate(
                        Combination.COLLECT,
                        OptionalInt.empty(),
                        Optional.of(Duration.ofDays(1)),
                        Optional.of(new Expression.Header("end"))));
        for (int i = 0; i < 10_000; i++) {
            assertOk(acme.ask("<a/>", "k", "same"));
        }

        assertOverloaded(acme.ask("<a/>", "k", "same"));

        assertThat(rig.workers.waiting()).isEqualTo(1);
    }

    @Test
    void theBytesOfAGroupAreBounded() {
        Rig.Unit acme = rig.unit(ACME, Map.of(), neverComplete(Combination.COLLECT));
        String megabyte = large(1);
        for (int i = 0; i < 9; i++) {
            assertOk(acme.ask(megabyte, "k", "same"));
        }

        assertThat(acme.ask(large(2), "k", "same").getException()).isInstanceOf(RouteFailure.Invalid.class);
        assertThat(rig.shared.counters().getTooLarge()).isEqualTo(1);
        assertOk(acme.ask("<a/>", "k", "same"));
    }

    @Test
    void bytesOfManyGroupsAreBoundedForTheTenant() {
        Rig.Unit acme = rig.unit(ACME, Map.of(), neverComplete(Combination.LATEST));
        Rig.Unit globex = rig.unit(GLOBEX, Map.of(), neverComplete(Combination.LATEST));
        String large = large(4);
        int taken = 0;
        for (int i = 0; i < 100; i++) {
            taken += acme.ask(large, "k", "" + i).getException() == null ? 1 : 0;
        }

        assertThat(taken).isEqualTo(15);
        assertThat(rig.shared.heldBytes(ACME)).isLessThanOrEqualTo(StepLimits.DEFAULTS.heldBytesOfTenant());
        assertOk(globex.ask(large, "k", "1"));
        acme.close();
        assertThat(rig.shared.heldBytes(ACME)).isZero();
    }

    @Test
    void keysOfAnyLengthCostTheSame() {
        Rig.Unit acme = rig.unit(ACME, Map.of(), neverComplete(Combination.LATEST));
        String key = "k".repeat(1 << 20);
        for (int i = 0; i < 500; i++) {
            assertOk(acme.ask("<a/>", "k", key + i));
        }
        assertThat(KeyDigest.of(key + "1")).isNotEqualTo(KeyDigest.of(key + "2"));
        assertThat(rig.shared.heldBytes(ACME)).isEqualTo(500 * 4);
    }

    // ---- many exchanges of one message

    @Test
    void anEndlessSplitFailsItsMessageAndDelaysNoOtherTenant() {
        AtomicInteger sent = new AtomicInteger();
        Rig.Unit acme = rig.unit(
                ACME,
                Map.of("count", BackEnd.of(e -> sent.incrementAndGet())),
                StepsTest.split(Combination.LATEST, true, false, to("count")));
        CompletableFuture<Exchange> endless = acme.send("endless");

        assertOk(rig.unit(GLOBEX, Map.of("mark", MARK), StepsTest.split(Combination.LATEST, false, false, to("mark")))
                .ask("a,b"));

        assertThat(ended(endless).getException()).isInstanceOf(RouteFailure.Invalid.class);
        assertThat(sent).hasValue(0);
    }

    @Test
    void aSplitAtTheLimitIsSent() {
        AtomicInteger sent = new AtomicInteger();
        Rig.Unit acme = rig.unit(
                ACME,
                Map.of("count", BackEnd.of(e -> sent.incrementAndGet())),
                StepsTest.split(Combination.LATEST, false, false, to("count")));

        assertOk(acme.ask(",".repeat(StepLimits.DEFAULTS.parts() - 1)));

        assertThat(sent).hasValue(StepLimits.DEFAULTS.parts());
    }

    @Test
    void aSplitIntoAMillionPartsIsAFault() {
        Rig.Unit acme =
                rig.unit(ACME, Map.of("mark", MARK), StepsTest.split(Combination.COLLECT, false, true, to("mark")));

        assertThat(acme.ask(",".repeat(1_000_000)).getException()).isInstanceOf(RouteFailure.Invalid.class);
        assertThat(rig.shared.heldBytes(ACME)).isZero();
    }

    @Test
    void multicastInMulticastIsBoundedForOneMessage() {
        AtomicInteger sent = new AtomicInteger();
        Step explosion = to("count");
        for (int depth = 0; depth < 4; depth++) {
            explosion = new Step.Multicast(
                    Collections.nCopies(10, explosion), Combination.LATEST, depth % 2 == 0, true, HERE);
        }
        Rig.Unit acme = rig.unit(ACME, Map.of("count", BackEnd.of(e -> sent.incrementAndGet())), explosion);

        assertThat(acme.ask("x").getException()).isInstanceOf(RouteFailure.Invalid.class);

        assertThat(sent).hasPositiveValue().hasValueLessThan(10_000);
        assertThat(rig.shared.counters().getTooManyExchanges()).isPositive();
    }

    @Test
    void nestedGrowingSplitsAreBoundedForOneMessage() {
        AtomicInteger sent = new AtomicInteger();
        BackEnd grow = BackEnd.of(e -> {
            sent.incrementAndGet();
            text(e, "a,b,c,d,e,f,g,h,i,j");
        });
        Step explosion = to("grow");
        for (int depth = 0; depth < 8; depth++) {
            Step inner = explosion;
            explosion = new Step.Sequence(
                    List.of(to("grow"), StepsTest.split(Combination.LATEST, depth % 2 == 0, false, inner)), HERE);
        }
        Rig.Unit acme = rig.unit(ACME, Map.of("grow", grow), explosion);

        assertThat(acme.ask("x").getException()).isInstanceOf(RouteFailure.Invalid.class);

        assertThat(sent).hasValueLessThan(20_001);
    }

    @Test
    void nestedParallelStepsDoNotFillTheTenantsQueue() {
        try (Rig narrow = new Rig(
                StepLimits.DEFAULTS,
                new WorkLimits(4, 2, StepLimits.DEFAULTS.parallel(), 1000, Duration.ofMillis(50)))) {
            BackEnd grow = BackEnd.of(e -> text(e, "a,b,c,d,e,f,g,h,i,j"));
            AtomicInteger leaves = new AtomicInteger();
            Step nested = to("leaf");
            for (int depth = 0; depth < 3; depth++) {
                nested = new Step.Sequence(
                        List.of(to("grow"), StepsTest.split(Combination.LATEST, true, false, nested)), HERE);
            }
            Map<String, BackEnd> backEnds = Map.of("grow", grow, "leaf", BackEnd.of(e -> leaves.incrementAndGet()));
            Rig.Unit acme = narrow.unit(ACME, backEnds, nested);

            assertOk(acme.ask("x"));

            assertThat(leaves).hasValue(1000);
        }
    }

    @Test
    void splitGroupsShareTheBoundOfTheirMessage() {
        AtomicInteger groups = new AtomicInteger();
        BackEnd grow = BackEnd.of(e -> {
            groups.incrementAndGet();
            text(e, "a,b,c,d,e,f,g,h,i,j");
        });
        Step explosion = to("grow");
        for (int depth = 0; depth < 6; depth++) {
            Step inner = explosion;
            explosion = StepsTest.split(
                    Combination.ORIGINAL,
                    true,
                    false,
                    new Step.Aggregate(
                            new Expression.Body(),
                            Combination.LATEST,
                            OptionalInt.of(1),
                            Optional.empty(),
                            Optional.empty(),
                            List.of(to("grow"), inner),
                            HERE));
        }
        WorkLimits roomForAll = new WorkLimits(4, 2, 100_000, 1000, Duration.ofMillis(50));
        try (Rig wide = new Rig(StepLimits.DEFAULTS, roomForAll)) {
            Rig.Unit acme = wide.unit(ACME, Map.of("grow", grow), explosion);

            Exchange answered = acme.ask("a,b,c,d,e,f,g,h,i,j");

            assertThat(answered.getException())
                    .as("its groups may have taken what the outer split needs for its last parts")
                    .satisfiesAnyOf(failure -> assertThat(failure).isNull(), failure -> assertThat(failure)
                            .isInstanceOf(RouteFailure.Invalid.class));
            await().until(() -> wide.workers.active() == 0 && wide.workers.queued() == 0);
            assertThat(groups).hasPositiveValue().hasValueLessThan(20_001);
            assertThat(wide.shared.counters().getTooManyExchanges()).isPositive();
        }
    }

    @Test
    void aTenantWithBusyWorkersDelaysOthersByItsTurnOnly() {
        CountDownLatch gate = new CountDownLatch(1);
        BackEnd block = BackEnd.of(e -> awaitQuietly(gate));
        WorkLimits roomForAllParts = new WorkLimits(4, 2, 2_000, 1000, Duration.ofMillis(50));
        try (Rig wide = new Rig(StepLimits.DEFAULTS, roomForAllParts)) {
            Rig.Unit acme = wide.unit(
                    ACME, Map.of("block", block), StepsTest.split(Combination.LATEST, true, false, to("block")));
            List<CompletableFuture<Exchange>> all = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                all.add(acme.send("a,b,c"));
            }

            assertOk(wide.unit(
                            GLOBEX, Map.of("mark", MARK), StepsTest.split(Combination.LATEST, true, false, to("mark")))
                    .ask("a,b"));

            await("no more workers than its own, when those of the other tenant have ended")
                    .untilAsserted(() -> assertThat(wide.workers.active()).isEqualTo(2));
            gate.countDown();
            all.forEach(m -> assertOk(ended(m)));
        }
    }

    // ---- waiting exchanges

    @Test
    void aDelayOfYearsIsRefused() {
        assertThatThrownBy(() -> rig.unit(ACME, Map.of(), StepsTest.delay(Duration.ofDays(3650))))
                .hasMessageContaining("longer than");
    }

    @Test
    void theMessagesInDelaysAreBounded() {
        Rig.Unit acme = rig.unit(ACME, Map.of(), StepsTest.delay(Duration.ofMinutes(5)));
        String large = large(4);
        List<CompletableFuture<Exchange>> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            all.add(acme.send(large));
        }

        assertThat(all.stream().filter(CompletableFuture::isDone))
                .hasSize(85)
                .allSatisfy(m -> assertOverloaded(m.join()));
        assertOk(rig.unit(GLOBEX, Map.of(), StepsTest.delay(Duration.ofMillis(1)))
                .ask(large));
        acme.close();
        all.forEach(m -> assertThat(ended(m).getException()).isNotNull());
        assertThat(rig.shared.heldBytes(ACME)).isZero();
    }

    @Test
    void theMessagesInExpiredCircuitBreakersAreBounded() {
        ConcurrentLinkedQueue<Runnable> late = new ConcurrentLinkedQueue<>();
        BackEnd silent = (exchange, callback) -> late.add(() -> callback.done(false));
        Step step = new Step.CircuitBreaker(
                100,
                1000,
                1000,
                Duration.ofHours(1),
                Optional.of(Duration.ofMillis(1)),
                List.of(to("silent")),
                List.of(),
                HERE);
        Rig.Unit acme = rig.unit(ACME, Map.of("silent", silent), step);
        String large = large(4);
        int timedOut = 0;
        for (int i = 0; i < 20; i++) {
            Exchange answer = acme.ask(large);
            if (answer.getException() instanceof RouteFailure.Timeout) {
                timedOut++;
            } else {
                assertOverloaded(answer);
            }
        }

        assertThat(timedOut).isEqualTo(15);
        assertThat(rig.unit(GLOBEX, Map.of("silent", silent), step).ask(large).getException())
                .isInstanceOf(RouteFailure.Timeout.class);
        late.forEach(Runnable::run);
        assertThat(rig.shared.heldBytes(ACME)).isZero();
    }

    @Test
    void manySmallMessagesInDelaysAreBoundedToo() {
        Rig.Unit acme = rig.unit(ACME, Map.of(), StepsTest.delay(Duration.ofMinutes(5)));
        List<CompletableFuture<Exchange>> all = new ArrayList<>();
        for (int i = 0; i < 1001; i++) {
            all.add(acme.send("x"));
        }

        assertThat(all.stream().filter(CompletableFuture::isDone))
                .hasSize(1)
                .allSatisfy(m -> assertOverloaded(m.join()));
    }

    @Test
    void aThrottleRefusesExchangesBeyondItsLongestWait() {
        Rig.Unit acme = rig.unit(ACME, Map.of(), new Step.Throttle(1, Duration.ofSeconds(10), HERE));
        List<CompletableFuture<Exchange>> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            all.add(acme.send("x"));
        }

        // one at once, those of the next 30 s wait
        assertThat(all.stream().filter(m -> !m.isDone())).hasSizeBetween(2, 3);
        assertOk(all.get(0).join());
        assertOverloaded(all.get(99).join());
        assertOk(rig.unit(GLOBEX, Map.of(), new Step.Throttle(1, Duration.ofSeconds(10), HERE))
                .ask("x"));
    }

    @Test
    void wireTapCopiesToASilentBackEndAreBounded() {
        ConcurrentLinkedQueue<Exchange> never = new ConcurrentLinkedQueue<>();
        BackEnd silent = (exchange, callback) -> never.add(exchange);
        Rig.Unit acme = rig.unit(ACME, Map.of("silent", silent), StepsTest.tap("silent"));
        for (int i = 0; i < 100; i++) {
            assertOk(acme.ask("x"));
        }

        assertOverloaded(acme.ask("x"));

        assertOk(rig.unit(GLOBEX, Map.of("silent", silent), StepsTest.tap("silent"))
                .ask("x"));
        await().until(() -> never.size() == 101);
    }

    @Test
    void endlessKeysForgetTheOldest() {
        Step.IdempotentConsumer step =
                new Step.IdempotentConsumer(new Expression.Header("id"), 100, List.of(to("mark")), HERE);
        Rig.Unit acme = rig.unit(ACME, Map.of("mark", MARK), step);
        for (int i = 0; i < 10_000; i++) {
            assertThat(text(acme.ask("x", "id", "" + i))).isEqualTo("<r>x</r>");
        }
        assertThat(text(acme.ask("x", "id", "9900"))).isEqualTo("x");
        assertThat(text(acme.ask("x", "id", "9899"))).isEqualTo("<r>x</r>");
    }

    @Test
    void unitsAboveTheRoomForKeysAreRefusedAndEndedOnesMakeRoom() {
        Step keys = new Step.IdempotentConsumer(new Expression.Header("id"), 100_000, List.of(to("mark")), HERE);
        Step throttle = new Step.Throttle(100_000, Duration.ofHours(1), HERE);
        Map<String, BackEnd> backEnds = Map.of("mark", MARK);
        Rig.Unit first = rig.unit(ACME, backEnds, keys, throttle);
        Rig.Unit second = rig.unit(ACME, backEnds, keys, throttle);

        assertThatThrownBy(() -> rig.unit(ACME, backEnds, keys, keys)).hasMessageContaining("remember more than");

        assertOk(rig.unit(GLOBEX, backEnds, keys, throttle).ask("x", "id", "1"));
        first.close();
        second.close();
        assertOk(rig.unit(ACME, backEnds, keys, keys).ask("x", "id", "1"));
    }

    // ---- separate state of tenants

    @Test
    void circuitsOfTenantsWithTheSameUnitAreSeparate() {
        BackEnd broken = BackEnd.of(e -> e.setException(new RouteFailure.Unavailable("broken", null)));
        Step step = StepsTest.breaker(Duration.ofHours(1), Optional.empty(), List.of(to("back")));
        Rig.Unit acme = rig.unit(ACME, Map.of("back", broken), step);
        Rig.Unit globex = rig.unit(GLOBEX, Map.of("back", MARK), step);
        for (int i = 0; i < 10; i++) {
            assertThat(acme.ask("x").getException()).isNotNull();
            assertOk(globex.ask("x"));
        }
        assertThat(rig.shared.counters().getCircuitOpen()).isEqualTo(6);
    }

    @Test
    void groupsAndKeysOfTenantsWithTheSameUnitAreSeparate() {
        CompletableFuture<Exchange> never = new CompletableFuture<>();
        Step[] steps = {
            new Step.IdempotentConsumer(new Expression.Header("k"), 10, List.of(to("mark")), HERE),
            StepsTest.aggregate(Combination.COLLECT, OptionalInt.of(2), Optional.empty(), Optional.empty())
        };
        Map<String, BackEnd> backEnds = Map.of("mark", MARK, "group", BackEnd.of(never::complete));
        Rig.Unit acme = rig.unit(ACME, backEnds, steps);
        Rig.Unit globex = rig.unit(GLOBEX, backEnds, steps);

        assertThat(text(acme.ask("secret", "k", "1"))).isEqualTo("<r>secret</r>");
        assertThat(text(globex.ask("x", "k", "1"))).isEqualTo("<r>x</r>");

        await().until(() -> rig.workers.active() == 0);
        assertThat(never).isNotDone();
    }

    // ---- idle

    @Test
    void twoHundredUnitsWithEveryStepHaveNoThreadAndStoppingThemLeavesNothing() {
        List<Rig.Unit> units = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            units.add(rig.unit(
                    Owner.of(new TenantId(new UUID(9, i))),
                    Map.of("mark", MARK, "group", MARK),
                    StepsTest.split(Combination.COLLECT, true, false, to("mark")),
                    new Step.Multicast(List.of(to("mark"), to("mark")), Combination.LATEST, true, false, HERE),
                    StepsTest.tap("mark"),
                    new Step.Throttle(1000, Duration.ofSeconds(1), HERE),
                    StepsTest.delay(Duration.ofMillis(1)),
                    StepsTest.breaker(Duration.ofSeconds(1), Optional.of(Duration.ofHours(1)), List.of(to("mark"))),
                    new Step.IdempotentConsumer(new Expression.Header("k"), 10, List.of(to("mark")), HERE),
                    neverComplete(Combination.COLLECT)));
        }
        List<CompletableFuture<Exchange>> all = new ArrayList<>();
        for (Rig.Unit unit : units) {
            all.add(unit.send("a,b", Map.of("k", "1")));
        }
        all.forEach(m -> assertOk(ended(m)));

        await().untilAsserted(() -> assertThat(workerThreads()).isZero());
        // a group of each unit waits for its timeout
        assertThat(rig.workers.waiting()).isEqualTo(200);
        units.forEach(Rig.Unit::close);
        assertThat(rig.workers.waiting()).isZero();
        assertThat(rig.shared.tenants()).isZero();
        await().untilAsserted(() -> assertThat(threads("camel-se-")).isZero());
    }

    private static long workerThreads() {
        return threads("camel-se-worker");
    }

    private static long threads(String prefix) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(t -> t.getName().startsWith(prefix))
                .count();
    }

    private static Step neverComplete(Combination combination) {
        return StepsTest.aggregate(combination, OptionalInt.empty(), Optional.of(Duration.ofDays(1)), Optional.empty());
    }

    private static String large(int megabytes) {
        return "<a>" + "x".repeat(megabytes << 20) + "</a>";
    }

    private static void assertOverloaded(Exchange exchange) {
        assertThat(exchange.getException())
                .isInstanceOf(RouteFailure.Unavailable.class)
                .hasCauseInstanceOf(OverloadedException.class);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
