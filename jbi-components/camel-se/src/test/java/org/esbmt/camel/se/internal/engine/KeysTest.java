package org.esbmt.camel.se.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.camel.se.internal.engine.TestBus.ACME;
import static org.esbmt.camel.se.internal.engine.TestBus.PLACE;
import static org.esbmt.camel.se.internal.engine.TestBus.route;
import static org.esbmt.camel.se.internal.engine.TestBus.to;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import javax.jbi.messaging.MessageExchange;
import org.esbmt.camel.se.internal.XPaths;
import org.esbmt.camel.se.internal.model.Expression;
import org.esbmt.camel.se.internal.model.Expression.XPath;
import org.esbmt.camel.se.internal.model.Step;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The thread of an exchange after steps that evaluate a key or a header. */
class KeysTest {
    private static final int PEEK = 60_000;

    private final TestBus bus = new TestBus(
            new EngineLimits(16 << 20, PEEK, 32, Duration.ofSeconds(10), Duration.ofSeconds(10)), XPaths::compile);
    private final Partner partner = bus.install("partner", new Partner());
    private Thread provider;

    KeysTest() {
        partner.provide(ACME, "Back", exchange -> {
            provider = Thread.currentThread();
            partner.answer(exchange, "<back/>");
        });
    }

    @AfterEach
    void close() {
        bus.close();
    }

    private static XPath xpath(String text, String header) {
        return new XPath(text, Map.of(), XPath.Version.V1, XPath.Result.STRING, header, PLACE);
    }

    private static Step once(Expression key) {
        return new Step.IdempotentConsumer(key, 10, List.of(to("Back")), PLACE);
    }

    private MessageExchange send(String body) throws Exception {
        MessageExchange answer = partner.send(Mep.IN_OUT, ACME, "Orders", body).get(10, TimeUnit.SECONDS);
        assertThat(answer.getError()).isNull();
        return answer;
    }

    private void assertStaysHere() {
        assertThat(provider).isSameAs(Thread.currentThread());
    }

    private void assertOnWorker() {
        assertThat(provider.getName()).startsWith("camel-se-worker");
    }

    @Test
    void aStreamingKeyIsFoundOnTheThreadOfArrival() throws Exception {
        bus.deploy(ACME, route("Orders", once(xpath("/in/id", ""))));

        assertThat(Partner.text(send("<in><id>1</id></in>").getMessage("out"))).isEqualTo("<back/>");
        assertStaysHere();
        provider = null;
        send("<in><id>1</id></in>");
        assertThat(provider).isNull();
        send("<in><id>2</id></in>");
        assertStaysHere();
    }

    @Test
    void aKeyThatNeedsTheWholeDocumentIsFoundOnAWorker() throws Exception {
        bus.deploy(ACME, route("Orders", once(xpath("/in/id[../kind]", ""))));

        send("<in><kind/><id>1</id></in>");

        assertOnWorker();
    }

    @Test
    void aKeyBeyondTheReadAheadIsFoundOnAWorker() throws Exception {
        bus.deploy(ACME, route("Orders", once(xpath("/in/id", ""))));

        send("<in>" + "x".repeat(PEEK) + "<id>1</id></in>");

        assertOnWorker();
    }

    @Test
    void anAggregateWithAStreamingKeyAndConditionStaysOnItsThread() throws Exception {
        bus.deploy(ACME, route("Orders", aggregate(xpath("/in/id", ""), xpath("/in/@last", "")), to("Back")));

        send("<in><id>1</id></in>");

        assertStaysHere();
    }

    @Test
    void anAggregateWithACostlyConditionMovesToAWorker() throws Exception {
        bus.deploy(ACME, route("Orders", aggregate(xpath("/in/id", ""), xpath("/in[last]", "")), to("Back")));

        send("<in><id>1</id></in>");

        assertOnWorker();
    }

    private static Step aggregate(Expression key, Expression last) {
        return new Step.Aggregate(
                key,
                Step.Combination.COLLECT,
                OptionalInt.of(100),
                Optional.empty(),
                Optional.of(last),
                List.of(to("Back")),
                PLACE);
    }

    @Test
    void aShortHeaderIsReadOnTheThreadOfArrival() throws Exception {
        bus.deploy(ACME, route("Orders", document("<h><id>1</id></h>"), once(xpath("/h/id", "Doc"))));

        send("<in/>");

        assertStaysHere();
    }

    @Test
    void aLongHeaderIsReadOnAWorker() throws Exception {
        bus.deploy(
                ACME,
                route(
                        "Orders",
                        document("<h>" + "x".repeat(PEEK) + "<id>1</id></h>"),
                        new Step.SetHeader("Id", xpath("/h/id", "Doc"), PLACE),
                        to("Back")));

        send("<in/>");

        assertOnWorker();
    }

    @Test
    void aHeaderWithoutXmlIsInvalid() throws Exception {
        bus.deploy(ACME, route("Orders", document("<h>"), once(xpath("/h/id", "Doc"))));

        assertThat(partner.send(Mep.IN_OUT, ACME, "Orders", "<in/>")
                        .get(10, TimeUnit.SECONDS)
                        .getError())
                .isInstanceOf(RouteFailure.Invalid.class);
    }

    private static Step document(String text) {
        return new Step.SetHeader("Doc", new Expression.Constant(text), PLACE);
    }
}
