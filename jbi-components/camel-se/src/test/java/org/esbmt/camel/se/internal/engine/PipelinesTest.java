package org.esbmt.camel.se.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.esbmt.camel.se.internal.engine.TestBus.ACME;
import static org.esbmt.camel.se.internal.engine.TestBus.GLOBEX;
import static org.esbmt.camel.se.internal.engine.TestBus.PLACE;
import static org.esbmt.camel.se.internal.engine.TestBus.at;
import static org.esbmt.camel.se.internal.engine.TestBus.route;
import static org.esbmt.camel.se.internal.engine.TestBus.to;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.InOptionalOut;
import javax.jbi.messaging.InOut;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.MessagingException;
import javax.jbi.messaging.NormalizedMessage;
import javax.xml.transform.Source;
import org.apache.camel.Exchange;
import org.esbmt.camel.se.internal.XPaths;
import org.esbmt.camel.se.internal.model.Address;
import org.esbmt.camel.se.internal.model.ErrorKind;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.model.Expression.XPath;
import org.esbmt.camel.se.internal.model.OnError;
import org.esbmt.camel.se.internal.model.Route;
import org.esbmt.camel.se.internal.model.Step;
import org.esbmt.content.api.BytesSource;
import org.esbmt.jbi.container.api.MessageProperties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Routes run without Camel's engine, and with it, have the same effects for senders, back ends and counters. */
class PipelinesTest {
    private static final EngineLimits LIMITS =
            new EngineLimits(1 << 20, 1 << 14, 4, Duration.ofMinutes(1), Duration.ofSeconds(10));
    /** For a silent target, which is awaited until the deadline. */
    private static final EngineLimits HASTY =
            new EngineLimits(1 << 20, 1 << 14, 4, Duration.ofMillis(500), Duration.ofSeconds(10));

    private static final EngineLimits SHORT_DRAIN =
            new EngineLimits(1 << 20, 1 << 14, 4, Duration.ofMillis(500), Duration.ofMillis(200));
    private static final String FAULT = "<fault/>";

    /** The effects of all messages, and the number of those requests to back ends that came through Camel's engine. */
    private record Effects(List<String> messages, int requests, int requestsFromCamel) {}

    private static Expression xpath(String text) {
        return new XPath(text, Map.of(), XPath.Version.V1, XPath.Result.BOOLEAN, "", PLACE);
    }

    private static Expression costly(String text) {
        return new XPath(text, Map.of(), XPath.Version.V2, XPath.Result.BOOLEAN, "", PLACE);
    }

    private static Step choice(Expression first, Step then, Expression second, Step otherThen, Step... otherwise) {
        return new Step.Choice(
                List.of(
                        new Step.Choice.When(first, List.of(then), PLACE),
                        new Step.Choice.When(second, List.of(otherThen), PLACE)),
                List.of(otherwise),
                PLACE);
    }

    private static Expression isHeader(String name, String value) {
        return new Expression.Comparison(
                new Expression.Header(name), Expression.Comparison.Operator.EQUAL, new Expression.Constant(value));
    }

    private static Expression bodyHas(String text) {
        return new Expression.Comparison(
                new Expression.Body(), Expression.Comparison.Operator.CONTAINS, new Expression.Constant(text));
    }

    private static Step set(String header, String value) {
        return new Step.SetHeader(header, new Expression.Constant(value), PLACE);
    }

    /** Routes by name. */
    private static Map<String, Step[]> routes() {
        Expression kindA = xpath("/in/kind = 'a'");
        Expression kindB = xpath("/in/kind = 'b'");
        Map<String, Step[]> routes = new LinkedHashMap<>();
        routes.put("one target", new Step[] {to("First")});
        routes.put("by body", new Step[] {choice(kindA, to("First"), kindB, to("Fault"), to("Error"))});
        routes.put("by body or not", new Step[] {choice(kindA, to("First"), kindB, to("Second"))});
        routes.put("by full XPath", new Step[] {
            choice(
                    costly("/in/kind ! (. = 'a')"),
                    to("First"),
                    costly("matches(/in/kind, '^b$')"),
                    to("Fault"),
                    to("Error"))
        });
        routes.put("by header", new Step[] {
            choice(isHeader("x-kind", "test"), to("First"), isHeader("X-None", ""), to("Second"), to("Other"))
        });
        routes.put("by missing header", new Step[] {
            choice(isHeader("X-Absent", "test"), to("First"), isHeader("X-None", ""), to("Second"), to("Other"))
        });
        routes.put(
                "by text",
                new Step[] {choice(bodyHas(">a<"), to("Missing"), bodyHas(">b<"), to("Done"), to("Second"))});
        routes.put("two targets", new Step[] {to("First"), to("Second")});
        routes.put("two targets with headers", new Step[] {
            set("X-One", "1"), to("First"), set("X-Two", "2"), new Step.RemoveHeaders("X-O*", PLACE), to("Second")
        });
        routes.put("made body", new Step[] {
            to("First"),
            new Step.SetBody(
                    new Expression.Concatenation(List.of(new Expression.Constant("<made/>"), new Expression.Body())),
                    PLACE)
        });
        routes.put("filter", new Step[] {new Step.Filter(kindA, List.of(to("First")), PLACE), to("Second")});
        routes.put("nested", new Step[] {
            new Step.Sequence(List.of(set("X-One", "1")), PLACE),
            choice(
                    kindA,
                    choice(isHeader("X-One", "1"), to("First"), kindB, to("Second"), to("Other")),
                    kindB,
                    to("Fault"))
        });
        routes.put("validated", new Step[] {new Step.ValidateExpression(kindA, PLACE), to("Done")});
        routes.put("nobody there", new Step[] {choice(kindA, to("Missing"), kindB, to("Strangers"), to("Silent"))});
        routes.put("one-way target", new Step[] {new Step.To(at("Done", Address.Pattern.IN_ONLY), PLACE), to("First")});
        routes.put("itself", new Step[] {to("Orders")});
        routes.put("fault, then more", new Step[] {to("Fault"), to("First")});
        return routes;
    }

    static Stream<String> names() {
        return routes().keySet().stream();
    }

    private static List<Supplier<Source>> bodies() {
        return List.of(
                () -> bytes("<in><kind>a</kind></in>"),
                () -> whole("<in><kind>a</kind></in>"),
                () -> whole("<in><kind>b</kind>", "<x/></in>"),
                () -> whole("<in>", "<kind>c", "</kind></in>"),
                () -> whole("<in><kind>a", "</wrong>"),
                () -> whole("<in>" + "<x>y</x>".repeat(4_000), "<kind>a</kind></in>"),
                () -> whole("<in>" + "z".repeat(2 << 20), "</in>"),
                () -> bytes(""),
                () -> null);
    }

    private static Source bytes(String text) {
        return new BytesSource(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Source whole(String... pieces) {
        Arriving body = new Arriving();
        Arrays.stream(pieces).forEach(body::arrive);
        return body.end();
    }

    @ParameterizedTest
    @MethodSource("names")
    void aRouteHasTheSameEffectsWithAndWithoutCamelsEngine(String name) throws Exception {
        Step[] steps = routes().get(name);
        boolean silent = name.equals("nobody there");
        EngineLimits limits = silent ? HASTY : LIMITS;
        List<Mep> patterns = silent ? List.of(Mep.IN_OUT) : List.of(Mep.values());

        Effects ours = effects(steps, patterns, limits, true);
        Effects camels = effects(steps, patterns, limits, false);

        assertThat(ours.messages()).isEqualTo(camels.messages());
        assertThat(ours.requestsFromCamel()).isZero();
        assertThat(camels.requestsFromCamel()).isEqualTo(camels.requests());
    }

    @Test
    void aRouteWithAnErrorHandlerStaysWithCamel() throws Exception {
        OnError onError =
                new OnError(Set.of(ErrorKind.TIMEOUT), Optional.empty(), Optional.empty(), false, List.of(), PLACE);
        try (TestBus bus = new TestBus(LIMITS, XPaths::compile)) {
            Partner partner = bus.install("partner", new Partner());
            List<Boolean> camels = new ArrayList<>();
            partner.provide(ACME, "First", exchange -> {
                camels.add(isInCamel());
                partner.answer(exchange, "<ok/>");
            });
            bus.deploy(ACME, new Route("r", at("Orders"), List.of(onError), List.of(to("First")), PLACE));

            partner.send(Mep.IN_OUT, ACME, "Orders", bytes("<in/>")).get(10, TimeUnit.SECONDS);

            assertThat(camels).containsExactly(true);
        }
    }

    @Test
    void aStoppedUnitSendsNothingMore() throws Exception {
        try (TestBus bus = new TestBus(SHORT_DRAIN, XPaths::compile)) {
            Partner partner = bus.install("partner", new Partner());
            partner.provide(ACME, "First", exchange -> partner.answer(exchange, "<ok/>"));
            Arriving body = new Arriving();
            String unit = bus.deploy(
                    ACME,
                    route("Orders", choice(xpath("/in/a = 'a'"), to("First"), xpath("/in/b = 'b'"), to("First"))));
            var answer = partner.send(Mep.IN_OUT, ACME, "Orders", body);
            bus.beginToStop();
            bus.undeploy(unit);

            body.arrive("<in><a>a</a>");
            body.arrive("</in>");
            body.end();

            answer.get(10, TimeUnit.SECONDS);
            assertThat(partner.requests()).isEmpty();
        }
    }

    @Test
    void anErrorOfAStepEndsItsMessageAndReleasesItsBody() throws Exception {
        Value broken = new Value() {
            @Override
            public boolean readsBody() {
                return true;
            }

            @Override
            public String text(Exchange exchange) {
                throw new LinkageError("of a step");
            }

            @Override
            public boolean test(Exchange exchange) {
                throw new LinkageError("of a condition");
            }
        };
        try (TestBus bus = new TestBus(LIMITS, model -> broken)) {
            Partner partner = bus.install("partner", new Partner());
            partner.provide(ACME, "First", exchange -> partner.answer(exchange, "<ok/>"));
            Step text = new Step.SetHeader("X-Text", xpath("/a"), PLACE);
            bus.deploy(ACME, route("Orders", to("First"), text, to("First")));
            Step condition = new Step.Filter(xpath("/a"), List.of(to("First")), PLACE);
            bus.deploy(ACME, route("Filtered", to("First"), condition, to("First")));

            for (String service : List.of("Orders", "Filtered")) {
                MessageExchange end =
                        partner.send(Mep.IN_OUT, ACME, service, bytes("<in/>")).get(10, TimeUnit.SECONDS);

                assertThat(end.getError())
                        .isInstanceOf(RouteFailure.Unavailable.class)
                        .hasMessage("the route failed")
                        .hasNoCause();
            }
            assertThat(partner.requests()).hasSize(2);
            await().untilAsserted(() -> assertThat(bus.gathered(ACME)).isZero());
            assertThat(bus.units().management().getInFlight()).isZero();
        }
    }

    private static boolean isInCamel() {
        return Arrays.stream(Thread.currentThread().getStackTrace())
                .anyMatch(frame -> frame.getClassName().startsWith("org.apache.camel.processor."));
    }

    private static Effects effects(Step[] steps, List<Mep> patterns, EngineLimits limits, boolean pipelines)
            throws Exception {
        List<String> messages = new ArrayList<>();
        List<String> requests = new CopyOnWriteArrayList<>();
        AtomicInteger fromCamel = new AtomicInteger();
        int sent = 0;
        try (TestBus bus = new TestBus(limits, XPaths::compile, pipelines)) {
            Partner partner = bus.install("partner", new Partner());
            provide(partner, requests, fromCamel);
            bus.deploy(ACME, route("Orders", steps));
            for (Mep mep : patterns) {
                for (int i = 0; i < bodies().size(); i++) {
                    Source body = bodies().get(i).get();
                    MessageExchange end =
                            partner.send(mep, ACME, "Orders", body).get(10, TimeUnit.SECONDS);
                    String answer = text(end);
                    if (end.getStatus() == ExchangeStatus.ACTIVE) {
                        partner.done(end);
                    }
                    messages.add(mep + " " + i + ": " + answer + " after " + requests + ", " + counters(bus)
                            + ", back ends: " + partner.ends());
                    sent += requests.size();
                    requests.clear();
                }
            }
        }
        return new Effects(messages, sent, fromCamel.get());
    }

    private static String counters(TestBus bus) {
        CamelServiceEngineMXBean management = bus.units().management();
        await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1)).untilAsserted(() -> {
            assertThat(management.getInFlight()).isZero();
            assertThat(bus.gathered(ACME)).isZero(); // a worker releases the body after it has sent the answer
        });
        CamelServiceEngineMXBean.RouteStatistics route = management.getRoutes().get(0);
        return route.getExchanges() + " exchanges, " + route.getFaults() + " faults, " + route.getFailures()
                + " failures, " + management.getLateReplies() + " late";
    }

    private static void provide(Partner partner, List<String> requests, AtomicInteger fromCamel) {
        Map<String, Partner.Behaviour> behaviours = Map.of(
                "First", exchange -> answer(partner, exchange, "<first/>"),
                "Second", exchange -> answer(partner, exchange, "<second/>"),
                "Other", exchange -> answer(partner, exchange, "<other/>"),
                "Fault", exchange -> partner.fault(exchange, FAULT),
                "Error", exchange -> partner.error(exchange, new IllegalStateException("broken")),
                "Done", partner::done,
                "Silent", exchange -> {});
        behaviours.forEach((service, behaviour) -> partner.provide(ACME, service, exchange -> {
            if (isInCamel()) {
                fromCamel.incrementAndGet();
            }
            requests.add(text(exchange.getMessage("in"), exchange) + " " + exchange.getPattern());
            behaviour.handle(exchange);
        }));
        partner.provide(GLOBEX, "Strangers", exchange -> requests.add("a stranger's back end"));
    }

    private static void answer(Partner partner, MessageExchange exchange, String text) throws MessagingException {
        if (exchange instanceof InOut || exchange instanceof InOptionalOut) {
            partner.answer(exchange, text);
        } else {
            partner.done(exchange);
        }
    }

    private static String text(MessageExchange end) {
        if (end.getError() != null) {
            return end.getError().getClass() + ": " + end.getError().getMessage();
        }
        NormalizedMessage answer = end.getFault() == null ? end.getMessage("out") : end.getFault();
        return end.getStatus() + " " + (end.getFault() != null) + " " + text(answer, end);
    }

    private static String text(NormalizedMessage message, MessageExchange exchange) {
        if (message == null) {
            return "no message";
        }
        Map<String, Object> headers = new TreeMap<>();
        if (message.getProperty(MessageProperties.HEADERS) instanceof Map<?, ?> given) {
            given.forEach((name, value) -> headers.put(String.valueOf(name), value));
        }
        String content = message.getContent() == null
                ? "nothing"
                : message.getContent() instanceof BytesSource ? Partner.text(message) : "arriving";
        return exchange.getEndpoint() + " " + exchange.getProperty(ExchangeProperties.HOPS) + " " + content + " "
                + headers + " " + message.getProperty(MessageProperties.STATUS) + " "
                + message.getProperty(MessageProperties.TENANT) + " " + message.getProperty(MessageProperties.USER)
                + " "
                + message.getSecuritySubject();
    }
}
