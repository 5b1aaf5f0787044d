package org.esbmt.camel.se.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.esbmt.camel.se.internal.engine.TestBus.ACME;
import static org.esbmt.camel.se.internal.engine.TestBus.GLOBEX;
import static org.esbmt.camel.se.internal.engine.TestBus.route;
import static org.esbmt.camel.se.internal.engine.TestBus.to;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.MessageExchange;
import javax.xml.transform.stream.StreamSource;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.Test;

/** Bounds that protect tenants from other tenants and from slow back ends; and the costs of a unit. */
class BoundsTest {

    @Test
    void providersOfAnotherTenantAreNotReached() throws Exception {
        try (TestBus bus = new TestBus()) {
            Partner partner = bus.install("partner", new Partner());
            partner.provide(GLOBEX, "BackEnd", exchange -> partner.answer(exchange, "<secret/>"));
            partner.provide(null, "Plain", exchange -> partner.answer(exchange, "<secret/>"));
            bus.deploy(ACME, route("Orders", to("BackEnd")), route("Others", to("Plain")));
            bus.deploy(GLOBEX, route("Orders", to("BackEnd")));

            for (String service : List.of("Orders", "Others")) {
                assertThat(partner.send(Mep.IN_OUT, ACME, service, "<in/>")
                                .get(10, TimeUnit.SECONDS)
                                .getStatus())
                        .isEqualTo(ExchangeStatus.ERROR);
            }
            assertThat(partner.requests()).isEmpty();
            assertThat(Partner.text(partner.send(Mep.IN_OUT, GLOBEX, "Orders", "<in/>")
                            .get(10, TimeUnit.SECONDS)
                            .getMessage("out")))
                    .isEqualTo("<secret/>");
        }
    }

    @Test
    void aMessageInACircleEndsWithAnError() throws Exception {
        EngineLimits limits = new EngineLimits(1 << 20, 1 << 20, 5, Duration.ofSeconds(10), Duration.ofSeconds(10));
        try (TestBus bus = new TestBus(limits)) {
            Partner partner = bus.install("partner", new Partner());
            bus.deploy(ACME, route("Orders", to("Again")));
            bus.deploy(ACME, route("Again", to("Orders")));

            MessageExchange answer =
                    partner.send(Mep.IN_OUT, ACME, "Orders", "<in/>").get(10, TimeUnit.SECONDS);

            assertThat(answer.getStatus()).isEqualTo(ExchangeStatus.ERROR);
            assertThat(answer.getError()).rootCause().hasMessageContaining("circle");
        }
    }

    @Test
    void aThousandExchangesWithASlowBackEndOccupyNoThread() throws Exception {
        try (TestBus bus = new TestBus()) {
            Partner partner = bus.install("partner", new Partner());
            LinkedBlockingQueue<MessageExchange> waiting = new LinkedBlockingQueue<>();
            partner.provide(ACME, "BackEnd", waiting::add);
            bus.deploy(ACME, route("Orders", to("BackEnd")));
            int before = ManagementFactory.getThreadMXBean().getThreadCount();

            List<CompletableFuture<MessageExchange>> answers = new ArrayList<>();
            for (int i = 0; i < 1000; i++) {
                answers.add(partner.send(Mep.IN_OUT, ACME, "Orders", "<in/>"));
            }

            assertThat(waiting).hasSize(1000);
            assertThat(ManagementFactory.getThreadMXBean().getThreadCount()).isLessThanOrEqualTo(before + 2);
            for (MessageExchange request : waiting) {
                partner.answer(request, "<out/>");
            }
            for (CompletableFuture<MessageExchange> answer : answers) {
                assertThat(Partner.text(answer.get(10, TimeUnit.SECONDS).getMessage("out")))
                        .isEqualTo("<out/>");
            }
        }
    }

    @Test
    void aBodyWithoutAReaderIsNotRead() throws Exception {
        StreamSource content = new StreamSource() {
            @Override
            public InputStream getInputStream() {
                throw new AssertionError("it was read");
            }
        };
        StreamSource answered = new StreamSource(new ByteArrayInputStream(new byte[0]));
        try (TestBus bus = new TestBus()) {
            Partner partner = bus.install("partner", new Partner());
            partner.provide(ACME, "BackEnd", exchange -> {
                var out = exchange.createMessage();
                out.setContent(answered);
                exchange.setMessage(out, "out");
                partner.sendOn(exchange);
            });
            bus.deploy(ACME, route("Orders", to("BackEnd")));

            MessageExchange answer =
                    partner.send(Mep.IN_OUT, ACME, "Orders", content).get(10, TimeUnit.SECONDS);

            assertThat(partner.requests().get(0).getMessage("in").getContent()).isSameAs(content);
            assertThat(answer.getMessage("out").getContent()).isSameAs(answered);
            assertThat(partner.ends()).isEmpty(); // it may be read until the caller has acknowledged it
            partner.done(answer);
            assertThat(partner.ends()).containsExactly(ExchangeStatus.DONE);
        }
    }

    @Test
    void aRouteEndsItsWaitForASilentProvider() throws Exception {
        EngineLimits limits = new EngineLimits(1 << 20, 1 << 20, 32, Duration.ofMillis(300), Duration.ofSeconds(10));
        try (TestBus bus = new TestBus(limits)) {
            Partner partner = bus.install("partner", new Partner());
            LinkedBlockingQueue<MessageExchange> waiting = new LinkedBlockingQueue<>();
            partner.provide(ACME, "BackEnd", waiting::add);
            bus.deploy(ACME, route("Orders", to("BackEnd")));

            MessageExchange answer =
                    partner.send(Mep.IN_OUT, ACME, "Orders", "<in/>").get(10, TimeUnit.SECONDS);

            assertThat(answer.getStatus()).isEqualTo(ExchangeStatus.ERROR);
            assertThat(answer.getError()).isInstanceOf(RouteFailure.Timeout.class);
            partner.answer(waiting.take(), "<late/>");
            assertThat(partner.ends()).containsExactly(ExchangeStatus.ERROR);
            assertThat(bus.units().management().getLateReplies()).isEqualTo(1);
        }
    }

    @Test
    void aStoppedUnitAnswersItsExchanges() throws Exception {
        try (TestBus bus = new TestBus()) {
            Partner partner = bus.install("partner", new Partner());
            LinkedBlockingQueue<MessageExchange> waiting = new LinkedBlockingQueue<>();
            partner.provide(ACME, "BackEnd", waiting::add);
            String unit = bus.deploy(ACME, route("Orders", to("BackEnd")));
            CompletableFuture<MessageExchange> answer = partner.send(Mep.IN_OUT, ACME, "Orders", "<in/>");
            MessageExchange request = waiting.take();

            CompletableFuture<Void> stopped = CompletableFuture.runAsync(() -> bus.undeploy(unit));
            await().until(() -> partner.find(ACME, "Orders").isEmpty());
            assertThat(stopped).isNotDone();
            partner.answer(request, "<out/>");
            partner.done(answer.get(10, TimeUnit.SECONDS));

            stopped.get(10, TimeUnit.SECONDS);
            assertThat(Partner.text(answer.get().getMessage("out"))).isEqualTo("<out/>");
        }
    }

    @Test
    void allUnitsShareTheDrainTimeWhenTheBusStops() throws Exception {
        Duration drain = Duration.ofMinutes(50);
        try (TestBus bus = new TestBus(new EngineLimits(1 << 20, 1 << 20, 32, Duration.ofMinutes(55), drain))) {
            Partner partner = bus.install("partner", new Partner());
            LinkedBlockingQueue<MessageExchange> waiting = new LinkedBlockingQueue<>();
            partner.provide(ACME, "BackEnd", waiting::add);
            String first = bus.deploy(ACME, route("First", to("BackEnd")));
            String second = bus.deploy(ACME, route("Second", to("BackEnd")));
            CompletableFuture<MessageExchange> one = partner.send(Mep.IN_OUT, ACME, "First", "<in/>");
            MessageExchange ofFirst = waiting.take();
            CompletableFuture<MessageExchange> two = partner.send(Mep.IN_OUT, ACME, "Second", "<in/>");
            waiting.take();

            bus.beginToStop();
            CompletableFuture<Void> stopsFirst = CompletableFuture.runAsync(() -> bus.undeploy(first));
            await().until(() -> partner.find(ACME, "First").isEmpty());
            assertThat(stopsFirst).isNotDone();
            bus.passDrainTime(drain);
            partner.answer(ofFirst, "<out/>");
            partner.done(one.get(10, TimeUnit.SECONDS));
            stopsFirst.get(10, TimeUnit.SECONDS);

            CompletableFuture.runAsync(() -> bus.undeploy(second)).get(30, TimeUnit.SECONDS);
            assertThat(two).isNotDone();
        }
    }

    @Test
    void twoHundredTenantsCostLittleHeapAndNoThreads() {
        try (TestBus bus = new TestBus()) {
            Partner partner = bus.install("partner", new Partner());
            partner.provide(ACME, "BackEnd", exchange -> partner.answer(exchange, "<out/>"));
            bus.deploy(ACME, route("Orders", to("BackEnd")));
            long heap = usedHeap();
            int threads = ManagementFactory.getThreadMXBean().getThreadCount();

            for (int i = 0; i < 200; i++) {
                bus.deploy(new TenantId(new UUID(i, i)), route("Orders", to("BackEnd")));
            }

            assertThat(ManagementFactory.getThreadMXBean().getThreadCount()).isLessThanOrEqualTo(threads + 2);
            assertThat((usedHeap() - heap) / 200).isLessThan(300 * 1024);
        }
    }

    @Test
    void aThousandDeploymentsLeaveNothingBehind() {
        try (TestBus bus = new TestBus()) {
            for (int i = 0; i < 100; i++) {
                bus.undeploy(bus.deploy(ACME, route("Orders", to("BackEnd"))));
            }
            long heap = usedHeap();
            int threads = ManagementFactory.getThreadMXBean().getThreadCount();

            for (int i = 0; i < 1000; i++) {
                bus.undeploy(bus.deploy(ACME, route("Orders", to("BackEnd"))));
            }

            assertThat(ManagementFactory.getThreadMXBean().getThreadCount()).isLessThanOrEqualTo(threads + 2);
            assertThat(usedHeap() - heap).isLessThan(4L << 20); // 4 KiB each would be models that the test keeps
        }
    }

    /** The used heap after collections, once it does not shrink any more. */
    private static long usedHeap() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }
}
