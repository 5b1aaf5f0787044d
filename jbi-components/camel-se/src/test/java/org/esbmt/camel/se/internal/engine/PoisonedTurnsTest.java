package org.esbmt.camel.se.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.esbmt.camel.se.internal.engine.TestBus.ACME;
import static org.esbmt.camel.se.internal.engine.TestBus.GLOBEX;
import static org.esbmt.camel.se.internal.engine.TestBus.PLACE;
import static org.esbmt.camel.se.internal.engine.TestBus.route;
import static org.esbmt.camel.se.internal.engine.TestBus.to;

import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.jbi.messaging.MessageExchange;
import javax.xml.transform.stream.StreamSource;
import org.apache.camel.Exchange;
import org.esbmt.camel.se.internal.model.Address;
import org.esbmt.camel.se.internal.model.ErrorKind;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.model.Expression.XPath;
import org.esbmt.camel.se.internal.model.Route;
import org.esbmt.camel.se.internal.model.Step;
import org.esbmt.jbi.container.api.OverloadedException;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Routes of many steps, conditions and failures, which would occupy threads or memory that others need. */
@Timeout(60)
class PoisonedTurnsTest {
    private static final TenantId INITECH = TenantId.of("44444444-4444-4444-8444-444444444444");
    private static final int TEXT = 40_000;

    private final CountDownLatch firsts = new CountDownLatch(4);
    private final CountDownLatch otherTenant = new CountDownLatch(1);
    private final CountDownLatch slow = new CountDownLatch(1);
    private final List<WeakReference<Object>> found = Collections.synchronizedList(new ArrayList<>());
    private final LinkedBlockingQueue<MessageExchange> waiting = new LinkedBlockingQueue<>();
    private volatile Thread provider;

    private TestBus bus;
    private Partner partner;

    PoisonedTurnsTest() {
        start(Duration.ofMinutes(1));
    }

    /** Starts the bus, whose exchanges have the timeout. */
    private void start(Duration timeout) {
        bus = new TestBus(new EngineLimits(1 << 20, 1 << 20, 32, timeout, Duration.ofMillis(50)), this::value);
        partner = bus.install("partner", new Partner());
        for (TenantId tenant : List.of(ACME, GLOBEX, INITECH)) {
            partner.provide(tenant, "Back", exchange -> {
                provider = Thread.currentThread();
                partner.answer(exchange, "<back/>");
            });
            partner.provide(tenant, "Silent", waiting::add);
        }
    }

    @AfterEach
    void close() {
        slow.countDown();
        otherTenant.countDown();
        bus.close();
    }

    /** Replaces XPath: the text of the expression selects the behaviour. */
    private Value value(XPath model) {
        return model.text().equals("ahead") ? new Ahead() : new Costly(model.text());
    }

    /** A value that is found while bytes arrive. Its text shows if it is still referenced. */
    private final class Ahead implements Value {
        @Override
        public boolean readsBody() {
            return true;
        }

        @Override
        public boolean isCostly() {
            return true;
        }

        @Override
        public boolean streams() {
            return true;
        }

        @Override
        public Reading read(Exchange exchange) {
            return new Reading() {
                @Override
                public boolean piece(ByteBuffer piece) {
                    return false;
                }

                @Override
                public Found found() {
                    String text = new String(new char[TEXT]).replace('\0', 'x');
                    found.add(new WeakReference<>(text));
                    return new Found(text, true);
                }
            };
        }

        @Override
        public String text(Exchange exchange) {
            throw new IllegalStateException("not found ahead");
        }

        @Override
        public boolean test(Exchange exchange) {
            throw new IllegalStateException("not found ahead");
        }
    }

    /** A value that is evaluated on a worker. */
    private final class Costly implements Value {
        private final String behaviour;

        Costly(String behaviour) {
            this.behaviour = behaviour;
        }

        @Override
        public boolean readsBody() {
            return true;
        }

        @Override
        public boolean isCostly() {
            return true;
        }

        @Override
        public String text(Exchange exchange) throws RouteFailure {
            return String.valueOf(test(exchange));
        }

        @Override
        public boolean test(Exchange exchange) throws RouteFailure {
            try {
                switch (behaviour) {
                    case "first" -> {
                        firsts.countDown();
                        return !firsts.await(30, TimeUnit.SECONDS);
                    }
                    case "second" -> {
                        return otherTenant.await(30, TimeUnit.SECONDS);
                    }
                    case "other tenant" -> {
                        otherTenant.countDown();
                        return true;
                    }
                    default -> {
                        return slow.await(30, TimeUnit.SECONDS);
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new RouteFailure.Invalid("interrupted");
            }
        }
    }

    private static Expression xpath(String text) {
        return new XPath(text, Map.of(), XPath.Version.V1, XPath.Result.STRING, "", PLACE);
    }

    private static Step.Choice.When when(String condition) {
        return new Step.Choice.When(xpath(condition), List.of(to("Back")), PLACE);
    }

    private static Step constant(String name) {
        return new Step.SetHeader(name, new Expression.Constant("x"), PLACE);
    }

    private MessageExchange answered(TenantId tenant, String service) throws Exception {
        return send(tenant, service).get(30, TimeUnit.SECONDS);
    }

    private CompletableFuture<MessageExchange> send(TenantId tenant, String service) {
        return partner.send(Mep.IN_OUT, tenant, service, "<in/>");
    }

    @Test
    void aRouteOfManyStepsContinuesInItsTenantsTurn() throws Exception {
        bus.deploy(
                ACME,
                route(
                        "Few",
                        Stream.concat(IntStream.range(0, 500).mapToObj(i -> constant("h" + i)), Stream.of(to("Back")))
                                .toArray(Step[]::new)));
        bus.deploy(
                ACME,
                route(
                        "Many",
                        Stream.concat(
                                        IntStream.range(0, 4_900).mapToObj(i -> constant("h" + i % 500)),
                                        Stream.of(to("Back")))
                                .toArray(Step[]::new)));

        assertThat(answered(ACME, "Few").getError()).isNull();
        assertThat(provider).isSameAs(Thread.currentThread());
        assertThat(answered(ACME, "Many").getError()).isNull();
        assertThat(provider.getName()).startsWith("camel-se-worker");
    }

    @Test
    void aRouteWithManyCallsContinuesInItsTenantsTurn() throws Exception {
        Route called = new Route("called", new Address.Direct("called"), List.of(), List.of(constant("h")), PLACE);
        Step call = new Step.To(new Address.Direct("called"), PLACE);
        bus.deploy(
                ACME,
                called,
                route(
                        "Orders",
                        Stream.concat(Collections.nCopies(40, call).stream(), Stream.of(to("Back")))
                                .toArray(Step[]::new)));

        assertThat(answered(ACME, "Orders").getError()).isNull();

        assertThat(provider.getName()).startsWith("camel-se-worker");
    }

    @Test
    void providersWithImmediateAnswersAreCalledInTheTenantsTurn() throws Exception {
        bus.deploy(ACME, route("Orders", Collections.nCopies(40, to("Back")).toArray(Step[]::new)));

        assertThat(answered(ACME, "Orders").getError()).isNull();

        assertThat(provider.getName()).startsWith("camel-se-worker");
        assertThat(partner.requests()).hasSize(40);
    }

    @Test
    void theNumberOfHeadersIsBounded() throws Exception {
        bus.deploy(
                ACME,
                route(
                        "Orders",
                        IntStream.range(0, 1_001)
                                .mapToObj(i -> constant("h" + i))
                                .toArray(Step[]::new)));

        assertThat(answered(ACME, "Orders").getError())
                .isInstanceOf(RouteFailure.Invalid.class)
                .hasMessageContaining("more than 1000 headers");
    }

    /** Of four workers a tenant may have two: choices of two tenants occupy all when the third tenant sends. */
    @Test
    void otherTenantsHaveTurnsBetweenTheConditionsOfAChoice() throws Exception {
        for (TenantId tenant : List.of(ACME, GLOBEX)) {
            bus.deploy(
                    tenant, route("Orders", new Step.Choice(List.of(when("first"), when("second")), List.of(), PLACE)));
        }
        bus.deploy(INITECH, route("Orders", new Step.Filter(xpath("other tenant"), List.of(to("Back")), PLACE)));
        List<CompletableFuture<MessageExchange>> answers = new ArrayList<>();
        for (TenantId tenant : List.of(ACME, GLOBEX, ACME)) {
            answers.add(send(tenant, "Orders"));
        }
        await().until(() -> firsts.getCount() == 1);
        answers.add(send(INITECH, "Orders"));
        answers.add(send(GLOBEX, "Orders"));

        for (CompletableFuture<MessageExchange> answer : answers) {
            assertThat(answer.get(30, TimeUnit.SECONDS).getError()).isNull();
        }
        assertThat(partner.requests()).hasSize(5);
    }

    /** The one thread that notifies all tenants' exchanges of their deadlines runs no routes. */
    @Test
    void anExpiredExchangeContinuesOnAWorkerDespiteAFullQueue() throws Exception {
        bus.close();
        start(Duration.ofSeconds(2));
        Step.Try.Catch late =
                new Step.Try.Catch(Set.of(ErrorKind.TIMEOUT), Optional.empty(), List.of(to("Back")), PLACE);
        bus.deploy(ACME, route("Orders", new Step.Try(List.of(to("Silent")), List.of(late), List.of(), PLACE)));
        bus.deploy(ACME, route("Slow", new Step.Filter(xpath("slow"), List.of(to("Back")), PLACE)));
        CompletableFuture<MessageExchange> expires = send(ACME, "Orders");
        List<CompletableFuture<MessageExchange>> jobs = new ArrayList<>();
        while (jobs.isEmpty() || !jobs.get(jobs.size() - 1).isDone()) {
            jobs.add(send(ACME, "Slow"));
        }
        assertThat(jobs.get(jobs.size() - 1).join().getError()).hasCauseInstanceOf(OverloadedException.class);
        bus.deploy(GLOBEX, route("Orders", new Step.Try(List.of(to("Silent")), List.of(late), List.of(), PLACE)));

        // the exchange of another tenant, which began later, has its timeout, so the first one had it before
        assertThat(answered(GLOBEX, "Orders").getError()).isNull();
        assertThat(expires).isNotDone();
        slow.countDown();

        assertThat(expires.get(30, TimeUnit.SECONDS).getError()).isNull();
        assertThat(provider.getName()).startsWith("camel-se-worker");
    }

    @Test
    void aConditionFoundAheadIsKeptWithoutItsText() throws Exception {
        List<Step> steps = new ArrayList<>(
                Collections.nCopies(50, new Step.Filter(xpath("ahead"), List.of(constant("h")), PLACE)));
        steps.add(to("Silent"));
        bus.deploy(ACME, route("Orders", steps.toArray(Step[]::new)));
        CompletableFuture<MessageExchange> answer = send(ACME, "Orders");
        MessageExchange kept = waiting.poll(30, TimeUnit.SECONDS);
        assertThat(found).hasSize(50);

        await().untilAsserted(() -> {
            System.gc();
            assertThat(found).allMatch(text -> text.get() == null);
        });

        partner.answer(kept, "<back/>");
        assertThat(answer.get(30, TimeUnit.SECONDS).getError()).isNull();
    }

    @Test
    void textsFoundAheadAreCountedForTheirTenantUntilTheExchangeIsOver() throws Exception {
        List<Step> steps = new ArrayList<>(Collections.nCopies(3, new Step.SetHeader("h", xpath("ahead"), PLACE)));
        steps.add(to("Silent"));
        bus.deploy(ACME, route("Orders", steps.toArray(Step[]::new)));
        CompletableFuture<MessageExchange> answer = send(ACME, "Orders");
        MessageExchange kept = waiting.poll(30, TimeUnit.SECONDS);

        assertThat(bus.gathered(ACME)).isEqualTo(3 * 2 * TEXT);

        partner.answer(kept, "<back/>");
        partner.done(answer.get(30, TimeUnit.SECONDS));
        await().untilAsserted(() -> assertThat(bus.gathered(ACME)).isZero());
    }

    @Test
    void textsFoundAheadAboveTheRoomOfTheTenantAreRefused() throws Exception {
        bus.deploy(
                ACME,
                route(
                        "Orders",
                        Collections.nCopies(900, new Step.SetHeader("h", xpath("ahead"), PLACE))
                                .toArray(Step[]::new)));

        assertThat(answered(ACME, "Orders").getError()).hasCauseInstanceOf(OverloadedException.class);

        await().untilAsserted(() -> assertThat(bus.gathered(ACME)).isZero());
    }

    @Test
    void anyFailureOfAStreamEndsItsExchange() throws Exception {
        bus.deploy(ACME, route("Orders", new Step.Filter(xpath("slow"), List.of(to("Back")), PLACE)));
        StreamSource broken = new StreamSource(new InputStream() {
            @Override
            public int read() {
                throw new IllegalStateException("of another component");
            }

            @Override
            public int read(byte[] bytes, int offset, int length) {
                throw new IllegalStateException("of another component");
            }
        });

        MessageExchange answer =
                partner.send(Mep.IN_OUT, ACME, "Orders", broken).get(30, TimeUnit.SECONDS);

        assertThat(answer.getError()).isInstanceOf(RouteFailure.Unavailable.class);
        await().untilAsserted(() -> assertThat(bus.gathered(ACME)).isZero());
    }
}
