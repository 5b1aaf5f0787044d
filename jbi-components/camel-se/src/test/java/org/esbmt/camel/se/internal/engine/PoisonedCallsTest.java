package org.esbmt.camel.se.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.camel.se.internal.engine.TestBus.ACME;
import static org.esbmt.camel.se.internal.engine.TestBus.GLOBEX;
import static org.esbmt.camel.se.internal.engine.TestBus.route;
import static org.esbmt.camel.se.internal.engine.TestBus.to;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.MessageExchange;
import org.esbmt.camel.se.internal.model.Address;
import org.esbmt.camel.se.internal.model.Route;
import org.esbmt.camel.se.internal.model.Step;
import org.junit.jupiter.api.Test;

/** Routes that call one another so often, or wait in such a way, that others would wait for them. */
class PoisonedCallsTest {
    private static final int HOPS = 20;

    @Test
    void callsThatDoubleWithEachRouteOverTheBusAreBounded() throws Exception {
        try (TestBus bus = new TestBus()) {
            Partner partner = bus.install("partner", new Partner());
            partner.provide(ACME, "BackEnd", e -> partner.answer(e, "<out/>"));
            for (int hop = 0; hop < HOPS; hop++) {
                bus.deploy(ACME, route("Hop" + hop, to("Hop" + (hop + 1)), to("Hop" + (hop + 1))));
            }
            bus.deploy(ACME, route("Hop" + HOPS, to("BackEnd")));

            MessageExchange answer =
                    partner.send(Mep.IN_OUT, ACME, "Hop0", "<in/>").get(30, TimeUnit.SECONDS);

            assertThat(answer.getStatus()).isEqualTo(ExchangeStatus.ERROR);
            assertThat(answer.getError()).rootCause().hasMessageContaining("one after the other");
            assertThat(partner.requests()).hasSizeBetween(1, CallBudget.CALLS_IN_A_ROW);
        }
    }

    @Test
    void callsThatDoubleWithEachRouteOfAUnitAreBounded() throws Exception {
        try (TestBus bus = new TestBus()) {
            Partner partner = bus.install("partner", new Partner());
            partner.provide(ACME, "BackEnd", e -> partner.answer(e, "<out/>"));
            List<Route> routes = new ArrayList<>();
            routes.add(route("Orders", call(0)));
            for (int i = 0; i < HOPS; i++) {
                routes.add(new Route(
                        "r" + i,
                        new Address.Direct("r" + i),
                        List.of(),
                        List.of(call(i + 1), call(i + 1)),
                        TestBus.PLACE));
            }
            routes.add(new Route(
                    "r" + HOPS, new Address.Direct("r" + HOPS), List.of(), List.of(to("BackEnd")), TestBus.PLACE));
            bus.deploy(ACME, routes.toArray(new Route[0]));

            MessageExchange answer =
                    partner.send(Mep.IN_OUT, ACME, "Orders", "<in/>").get(30, TimeUnit.SECONDS);

            assertThat(answer.getStatus()).isEqualTo(ExchangeStatus.ERROR);
            assertThat(answer.getError()).isInstanceOf(RouteFailure.Invalid.class);
            assertThat(partner.requests()).hasSizeBetween(1, CallBudget.CALLS_IN_A_ROW);
        }
    }

    private static Step call(int route) {
        return new Step.To(new Address.Direct("r" + route), TestBus.PLACE);
    }

    @Test
    void aDeadlineAfterTheEndOfItsUnitDoesNotDelayThoseOfOthers() throws Exception {
        EngineLimits limits = new EngineLimits(1 << 20, 1 << 20, 32, Duration.ofSeconds(1), Duration.ofMillis(50));
        try (TestBus bus = new TestBus(limits)) {
            Partner partner = bus.install("partner", new Partner());
            LinkedBlockingQueue<MessageExchange> waiting = new LinkedBlockingQueue<>();
            partner.provide(ACME, "BackEnd", waiting::add);
            partner.provide(GLOBEX, "BackEnd", waiting::add);
            String unit = bus.deploy(ACME, route("Orders", to("BackEnd")));
            bus.deploy(GLOBEX, route("Orders", to("BackEnd")));
            CompletableFuture<MessageExchange> evil = partner.send(Mep.IN_OUT, ACME, "Orders", "<in/>");
            waiting.take();
            bus.undeploy(unit);

            assertThat(evil.get(30, TimeUnit.SECONDS).getStatus()).isEqualTo(ExchangeStatus.ERROR);
            MessageExchange other =
                    partner.send(Mep.IN_OUT, GLOBEX, "Orders", "<in/>").get(30, TimeUnit.SECONDS);

            assertThat(other.getError()).isInstanceOf(RouteFailure.Timeout.class);
        }
    }
}
