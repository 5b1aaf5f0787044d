package org.esbmt.camel.se.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.jbi.JBIException;
import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.MessageExchange;
import javax.xml.namespace.QName;
import org.esbmt.camel.se.internal.engine.Partner;
import org.esbmt.camel.se.internal.engine.RouteFailure;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.container.api.ServiceUnitOwner;
import org.esbmt.jbi.container.api.unit.Finding;
import org.esbmt.jbi.container.api.unit.TenantScope;
import org.esbmt.jbi.container.api.unit.UnitReading;
import org.esbmt.jbi.container.internal.SameTenantBoundary;
import org.esbmt.jbi.container.internal.component.JbiEnvironment;
import org.esbmt.jbi.container.internal.component.ManagedComponent;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantNames;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops, from the author's file to their execution in the component, and refused loops. */
@Timeout(120)
class LoopTest {
    private static final TenantId ACME = TenantId.of("11111111-1111-4111-8111-111111111111");
    private static final TenantNames NAMES = new TenantNames(TenantNames.DEFAULT_PREFIX);
    private static final String FROM = "<from uri=\"jbi:endpoint:urn:orders:Orders:soap\"/>";
    private static final String SEND = "<to uri=\"jbi:endpoint:urn:orders:BackEnd:soap\"/>";

    private final Deque<ManagedComponent> started = new ArrayDeque<>();
    private final Partner partner = new Partner();
    private final AtomicInteger requests = new AtomicInteger();
    private CamelServiceEngine component;
    private JbiEnvironment bus;

    @TempDir
    private Path folder;

    private static String routes(String... routes) {
        return "<routes xmlns=\"http://camel.apache.org/schema/spring\">" + String.join("", routes) + "</routes>";
    }

    private static String route(String id, String from, String... steps) {
        return "<route id=\"" + id + "\">" + from + String.join("", steps) + "</route>";
    }

    private static String loop(int times, String attributes, String... steps) {
        return "<loop " + attributes + "><constant>" + times + "</constant>" + String.join("", steps) + "</loop>";
    }

    private UnitReading read(String file, String content) throws Exception {
        Path authored = Files.createDirectories(folder.resolve("authored"));
        Files.writeString(authored.resolve(file), content);
        return new TenantUnitReader().read(new UnitFolder(authored), new TenantScope(NAMES, ACME, Optional.empty()));
    }

    private List<String> refusals(String routes) throws Exception {
        return read("orders.xml", routes).findings().stream().map(Finding::rule).toList();
    }

    private void deploy(String file, String content) throws Exception {
        UnitReading reading = read(file, content);
        assertThat(reading.findings()).isEmpty();
        Path unit = Files.createDirectories(folder.resolve("unit"));
        for (Map.Entry<String, byte[]> each : reading.rewritten().entrySet()) {
            Files.write(unit.resolve(each.getKey()), each.getValue());
        }
        ServiceUnitOwner.write(unit, ACME);
        bus = new JbiEnvironment(new SameTenantBoundary(), NAMES, folder, 16, 16);
        component = new CamelServiceEngine(
                (CamelConfiguration) Proxy.newProxyInstance(
                        CamelConfiguration.class.getClassLoader(),
                        new Class<?>[] {CamelConfiguration.class},
                        (proxy, method, arguments) -> method.getDefaultValue()),
                () -> false);
        start("camel-se", InstalledComponent.Type.SERVICE_ENGINE, component);
        start("partner", InstalledComponent.Type.BINDING_COMPONENT, partner);
        partner.provide(ACME, "BackEnd", exchange -> {
            requests.incrementAndGet();
            partner.answer(exchange, text(exchange, "in") + "+");
        });
        component.getServiceUnitManager().deploy("unit", unit.toString());
        component.getServiceUnitManager().init("unit", unit.toString());
        component.getServiceUnitManager().start("unit");
    }

    private void start(String name, InstalledComponent.Type type, javax.jbi.component.Component other)
            throws JBIException {
        ManagedComponent managed = new ManagedComponent(bus, name, type, "", other);
        managed.start();
        started.push(managed);
    }

    @AfterEach
    void stop() throws JBIException {
        if (bus != null) {
            component.getServiceUnitManager().stop("unit");
            component.getServiceUnitManager().shutDown("unit");
            for (ManagedComponent each : started) {
                each.stop();
                each.shutDown();
            }
            bus.close();
        }
    }

    private static String text(MessageExchange exchange, String message) {
        return Partner.text(exchange.getMessage(message));
    }

    private CompletableFuture<MessageExchange> send(String text) {
        return partner.inOut(ACME, NAMES.scoped(ACME, new QName("urn:orders", "Orders")), text);
    }

    private String answer() throws Exception {
        MessageExchange answer = send("a").get(60, TimeUnit.SECONDS);
        assertThat(answer.getError()).isNull();
        String text = text(answer, "out");
        partner.done(answer);
        assertThat(answer.getStatus()).isEqualTo(ExchangeStatus.DONE);
        return text;
    }

    @Test
    void eachRunContinuesWithTheFormerResult() throws Exception {
        deploy("orders.xml", routes(route("orders", FROM, loop(3, "", SEND))));

        assertThat(answer()).isEqualTo("a+++");
        assertThat(requests).hasValue(3);
    }

    @Test
    void withCopyEachRunBeginsWithTheOriginalMessage() throws Exception {
        deploy("orders.xml", routes(route("orders", FROM, loop(3, "copy=\"true\"", SEND))));

        assertThat(answer()).isEqualTo("a+");
        assertThat(requests).hasValue(3);
    }

    @Test
    void yamlHasTheSameMeaning() throws Exception {
        deploy("orders.yaml", """
                - route:
                    id: orders
                    from:
                      uri: jbi:endpoint:urn:orders:Orders:soap
                      steps:
                        - loop:
                            constant: 2
                            copy: false
                            steps:
                              - loop:
                                  expression:
                                    constant: 2
                                  steps:
                                    - to: jbi:endpoint:urn:orders:BackEnd:soap
                """);

        assertThat(answer()).isEqualTo("a++++");
    }

    @Test
    void aFailureEndsTheLoop() throws Exception {
        deploy(
                "orders.xml",
                routes(route(
                        "orders",
                        FROM,
                        loop(100, "", SEND, "<validate><simple>${body} != 'a++'</simple></validate>"))));

        assertThat(send("a").get(60, TimeUnit.SECONDS).getError()).isInstanceOf(RouteFailure.Invalid.class);
        assertThat(requests).hasValue(2);
    }

    /**
     * Routes call one another over the bus, so their loops multiply unseen by the unit's reader. No single route
     * exceeds the bound of calls.
     */
    @Test
    void theRunsOfAllLoopsOfAMessageAreBounded() throws Exception {
        String inner = loop(1_000, "", "<setHeader name=\"X-Kind\"><constant>b</constant></setHeader>");
        deploy(
                "orders.xml",
                routes(
                        route("orders", FROM, loop(20, "", "<to uri=\"direct:inner\"/>")),
                        route("inner", "<from uri=\"direct:inner\"/>", inner)));

        assertThat(send("a").get(60, TimeUnit.SECONDS).getError())
                .isInstanceOf(RouteFailure.Invalid.class)
                .hasMessageContaining("more than 10000 times");
    }

    @Test
    void aThousandRunsAreNoDeeperThanOne() throws Exception {
        deploy(
                "orders.xml",
                routes(route(
                        "orders",
                        FROM,
                        loop(1_000, "", "<setHeader name=\"X-Kind\"><constant>b</constant></setHeader>"),
                        SEND)));

        assertThat(answer()).isEqualTo("a+");
    }

    /** The sender's thread is the test's here, an event loop elsewhere. */
    @Test
    void aLongLoopReleasesItsThread() throws Exception {
        CompletableFuture<Thread> behind = new CompletableFuture<>();
        deploy(
                "orders.xml",
                routes(route(
                        "orders",
                        FROM,
                        loop(1_000, "", "<filter><simple>${header.X-Kind} == 'x'</simple><stop/></filter>"),
                        "<to uri=\"jbi:endpoint:urn:orders:Behind:soap\"/>")));
        partner.provide(ACME, "Behind", exchange -> {
            behind.complete(Thread.currentThread());
            partner.answer(exchange, "b");
        });

        assertThat(answer()).isEqualTo("b");
        assertThat(behind.get()).isNotSameAs(Thread.currentThread());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1001", "-1", "many", "99999999999999999999"})
    void aCountOutsideItsRangeIsRefused(String times) throws Exception {
        assertThat(refusals(
                        routes(route("orders", FROM, "<loop><constant>" + times + "</constant>" + SEND + "</loop>"))))
                .containsExactly("camel.value");
    }

    @Test
    void aCountFromTheMessageIsRefused() throws Exception {
        assertThat(refusals(routes(route("orders", FROM, "<loop><header>X-Kind</header>" + SEND + "</loop>"))))
                .isNotEmpty();
    }

    @Test
    void aLoopWithAConditionIsRefused() throws Exception {
        assertThat(refusals(routes(route("orders", FROM, loop(2, "doWhile=\"true\"", SEND)))))
                .containsExactly("camel.value");
        assertThat(refusals(routes(route("orders", FROM, "<loopDoWhile/>")))).contains("camel.step");
    }

    @Test
    void nestedLoopsMultiply() throws Exception {
        assertThat(refusals(routes(route("orders", FROM, loop(100, "", loop(11, "", SEND))))))
                .containsExactly("camel.limit");
        assertThat(refusals(routes(route("orders", FROM, loop(100, "", loop(10, "", SEND))))))
                .isEmpty();
    }

    @Test
    void callsInALoopMultiply() throws Exception {
        String call = "<to uri=\"direct:inner\"/>";
        assertThat(refusals(routes(
                        route("orders", FROM, loop(200, "", call)),
                        route("inner", "<from uri=\"direct:inner\"/>", loop(60, "", "<to uri=\"direct:last\"/>")),
                        route("last", "<from uri=\"direct:last\"/>", "<stop/>"))))
                .containsExactly("camel.limit");
    }

    @Test
    void aRewrittenLoopHasTheSameMeaning() throws Exception {
        byte[] written = read("orders.xml", routes(route("orders", FROM, loop(7, "copy=\"true\"", SEND))))
                .rewritten()
                .get("routes.xml");

        assertThat(new String(written, StandardCharsets.UTF_8)).contains("copy=\"true\"", ">7</constant>");
    }
}
