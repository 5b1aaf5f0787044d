package org.esbmt.camel.se.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.esbmt.camel.se.internal.engine.TestBus.ACME;
import static org.esbmt.camel.se.internal.engine.TestBus.GLOBEX;
import static org.esbmt.camel.se.internal.engine.TestBus.PLACE;
import static org.esbmt.camel.se.internal.engine.TestBus.route;
import static org.esbmt.camel.se.internal.engine.TestBus.to;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.jbi.messaging.MessageExchange;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.model.Step;
import org.esbmt.camel.se.internal.model.Step.Combination;
import org.esbmt.jbi.container.api.OverloadedException;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Routes make large messages of small ones, to keep more in memory than their tenant may. */
@Timeout(60)
class PoisonedMadeBodiesTest {
    private static final int MEGABYTE = 1 << 20;

    private final TestBus bus = new TestBus();
    private final Partner partner = bus.install("partner", new Partner());
    private final LinkedBlockingQueue<MessageExchange> waiting = new LinkedBlockingQueue<>();

    PoisonedMadeBodiesTest() {
        partner.provide(ACME, "Back", waiting::add);
        partner.provide(ACME, "Log", exchange -> partner.answer(exchange, "<logged/>"));
        partner.provide(GLOBEX, "Back", exchange -> partner.answer(exchange, "<back/>"));
    }

    @AfterEach
    void close() {
        bus.close();
    }

    private static Step makes(int megabytes) {
        return new Step.SetBody(new Expression.Constant("x".repeat(megabytes * MEGABYTE)), PLACE);
    }

    private CompletableFuture<MessageExchange> send(TenantId tenant, String body) {
        return partner.send(Mep.IN_OUT, tenant, "Orders", body);
    }

    private MessageExchange answered(String body) throws Exception {
        return send(ACME, body).get(30, TimeUnit.SECONDS);
    }

    private MessageExchange next() throws Exception {
        MessageExchange next = waiting.poll(30, TimeUnit.SECONDS);
        assertThat(next).isNotNull();
        return next;
    }

    private void assertGivesBack() {
        await().untilAsserted(() -> assertThat(bus.gathered(ACME)).isZero());
    }

    private static void assertOverloaded(MessageExchange answer) {
        assertThat(answer.getError())
                .isInstanceOf(RouteFailure.Unavailable.class)
                .hasCauseInstanceOf(OverloadedException.class);
    }

    @Test
    void madeBodiesAboveATenantsRoomAreRefusedWithoutEffectOnOthers() throws Exception {
        bus.deploy(ACME, route("Orders", makes(4), to("Back")));
        bus.deploy(GLOBEX, route("Orders", makes(4), to("Back")));
        List<CompletableFuture<MessageExchange>> answers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            answers.add(send(ACME, "<in/>"));
        }

        assertThat(waiting).hasSize(16);
        assertThat(answers.stream().filter(CompletableFuture::isDone))
                .hasSize(4)
                .allSatisfy(answer -> assertOverloaded(answer.join()));
        assertThat(send(GLOBEX, "<in/>").get(30, TimeUnit.SECONDS).getError()).isNull();
        for (MessageExchange exchange : waiting) {
            partner.answer(exchange, "<back/>");
        }
        for (CompletableFuture<MessageExchange> answer : answers) {
            if (answer.get(30, TimeUnit.SECONDS).getError() == null) {
                partner.done(answer.join());
            }
        }
        assertGivesBack();
    }

    /** The body of a called route still counts after the end of that route. */
    @Test
    void aBodyOfAnotherRouteCountsWhileItIsKept() throws Exception {
        bus.deploy(ACME, route("Orders", to("Maker"), to("Back")));
        bus.deploy(ACME, route("Maker", makes(4)));
        CompletableFuture<MessageExchange> answer = send(ACME, "<in/>");
        MessageExchange kept = next();

        assertThat(bus.gathered(ACME)).isEqualTo(4 * MEGABYTE);

        partner.answer(kept, "<back/>");
        partner.done(answer.get(30, TimeUnit.SECONDS));
        assertGivesBack();
    }

    @Test
    void partsOfASplitAreCountedTogether() throws Exception {
        bus.deploy(ACME, route("Orders", split(to("Back"))));
        CompletableFuture<MessageExchange> answer = send(ACME, "megabytes 5");
        MessageExchange first = next();
        assertThat(bus.gathered(ACME)).isEqualTo(5 * MEGABYTE);
        partner.answer(first, "<back/>");
        for (int i = 1; i < 5; i++) {
            partner.answer(next(), "<back/>");
        }

        partner.done(answer.get(30, TimeUnit.SECONDS));

        assertGivesBack();
    }

    @Test
    void partsAboveTheRoomOfTheTenantAreRefused() throws Exception {
        bus.deploy(ACME, route("Orders", split(to("Log"))));

        assertOverloaded(answered("megabytes 65"));

        assertGivesBack();
    }

    /** 80 MiB are made one after the other, 10 MiB at a time. */
    @ParameterizedTest
    @EnumSource(Combination.class)
    void aBranchsBodyCountsUntilTheEndOfTheBranch(Combination combination) throws Exception {
        Step branch = new Step.Sequence(List.of(makes(10), to("Log")), PLACE);
        bus.deploy(
                ACME,
                route("Orders", new Step.Multicast(Collections.nCopies(8, branch), combination, false, false, PLACE)));

        MessageExchange answer = answered("<in/>");

        assertThat(answer.getError()).isNull();
        partner.done(answer);
        assertGivesBack();
    }

    /** The body is not needed any more, whatever the outcome of the message. */
    @Test
    void bodiesOfFailedBranchesAreReleased() throws Exception {
        partner.provide(ACME, "Broken", exchange -> partner.error(exchange, new IllegalStateException("down")));
        Step branch = new Step.Sequence(List.of(makes(10), to("Broken")), PLACE);
        bus.deploy(
                ACME,
                route(
                        "Orders",
                        new Step.Multicast(Collections.nCopies(8, branch), Combination.LATEST, false, false, PLACE)));

        assertThat(answered("<in/>").getError()).isInstanceOf(RouteFailure.Unavailable.class);

        assertThat(bus.stepCounters().getOverloaded()).isZero();
        assertThat(partner.requests()).hasSize(8);
        assertGivesBack();
    }

    @Test
    void theBodyOfTheLatestBranchStillCounts() throws Exception {
        bus.deploy(
                ACME,
                route(
                        "Orders",
                        new Step.Multicast(
                                List.of(makes(1), makes(3), makes(2)), Combination.LATEST, false, false, PLACE),
                        to("Back")));
        CompletableFuture<MessageExchange> answer = send(ACME, "<in/>");
        MessageExchange kept = next();

        assertThat(bus.gathered(ACME)).isEqualTo(2 * MEGABYTE);

        partner.answer(kept, "<back/>");
        partner.done(answer.get(30, TimeUnit.SECONDS));
        assertGivesBack();
    }

    @Test
    void theCollectedBodyStillCounts() throws Exception {
        bus.deploy(
                ACME,
                route(
                        "Orders",
                        new Step.Multicast(List.of(makes(1), makes(2)), Combination.COLLECT, true, false, PLACE),
                        to("Back")));
        CompletableFuture<MessageExchange> answer = send(ACME, "<in/>");
        MessageExchange kept = next();

        assertThat(bus.gathered(ACME)).isEqualTo(3 * MEGABYTE);

        partner.answer(kept, "<back/>");
        partner.done(answer.get(30, TimeUnit.SECONDS));
        assertGivesBack();
    }

    private static Step split(Step... steps) {
        return new Step.Split(new Expression.Body(), Combination.ORIGINAL, false, true, List.of(steps), PLACE);
    }
}
