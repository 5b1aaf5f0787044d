package org.esbmt.camel.se.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.jbi.JBIException;
import javax.jbi.component.ServiceUnitManager;
import javax.xml.namespace.QName;
import org.esbmt.http.bc.internal.HttpBindingComponent;
import org.esbmt.http.bc.internal.HttpConfiguration;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.container.api.ServiceUnitOwner;
import org.esbmt.jbi.container.api.unit.TenantScope;
import org.esbmt.jbi.container.api.unit.UnitReading;
import org.esbmt.jbi.container.internal.SameTenantBoundary;
import org.esbmt.jbi.container.internal.component.JbiEnvironment;
import org.esbmt.jbi.container.internal.component.ManagedComponent;
import org.esbmt.tenancy.api.AuthenticatedCaller;
import org.esbmt.tenancy.api.AuthenticationOutcome;
import org.esbmt.tenancy.api.SenderProof;
import org.esbmt.tenancy.api.TenantAuthenticator;
import org.esbmt.tenancy.api.TenantCredential;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantNames;
import org.esbmt.tenancy.api.TenantPrincipal;
import org.esbmt.testing.CapturedLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Messages of 10 MB from a client through both components to a back end and back: a stylesheet each way. */
@Timeout(300)
class LargeMessagesTest {
    private static final TenantId ACME = TenantId.of("11111111-1111-4111-8111-111111111111");
    private static final String ALICE = "33333333-3333-4333-8333-333333333333";
    private static final TenantNames NAMES = new TenantNames(TenantNames.DEFAULT_PREFIX);
    private static final String TEXT = "x".repeat(10_000_000);
    private static final String ROUTES = """
            <routes xmlns="http://camel.apache.org/schema/spring">
              <route id="orders">
                <from uri="jbi:endpoint:urn:orders:Routed:soap"/>
                <to uri="xslt:same.xsl"/>
                <to uri="jbi:endpoint:urn:orders:BackEnd:soap"/>
                <to uri="xslt:same.xsl"/>
              </route>
            </routes>
            """;
    private static final String SAME = """
            <xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
              <xsl:template match="/"><xsl:copy-of select="."/></xsl:template>
            </xsl:stylesheet>
            """;

    /** Accepts every credential. */
    private static final class Trusting implements TenantAuthenticator {
        @Override
        public Optional<AuthenticatedCaller> known(SenderProof proof, InetAddress source) {
            TenantCredential credential = (TenantCredential) proof;
            return Optional.of(new AuthenticatedCaller(new TenantPrincipal(credential.tenant(), credential.user())));
        }

        @Override
        public CompletionStage<AuthenticationOutcome> authenticate(SenderProof proof, InetAddress source) {
            return CompletableFuture.completedFuture(
                    new AuthenticationOutcome.Accepted(known(proof, source).orElseThrow()));
        }
    }

    private final Deque<ManagedComponent> started = new ArrayDeque<>();
    private final AtomicInteger served = new AtomicInteger();
    private final ExecutorService threads = Executors.newFixedThreadPool(8);
    private HttpServer backEnd;
    private JbiEnvironment bus;
    private InetSocketAddress address;

    private void start(Path folder, Map<String, Object> camelSettings) throws Exception {
        backEnd = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        backEnd.setExecutor(threads);
        backEnd.createContext("/", this::echo);
        backEnd.start();
        bus = new JbiEnvironment(new SameTenantBoundary(), NAMES, folder, 16, 16);
        HttpBindingComponent http = new HttpBindingComponent(
                configuration(
                        HttpConfiguration.class,
                        Map.of("port", 0, "threads", 2, "egress_allow", "*@127.0.0.1:" + port())),
                new Trusting(),
                () -> false);
        CamelServiceEngine camel =
                new CamelServiceEngine(configuration(CamelConfiguration.class, camelSettings), () -> false);
        start("camel-se", InstalledComponent.Type.SERVICE_ENGINE, camel);
        start("http-bc", InstalledComponent.Type.BINDING_COMPONENT, http);
        address = http.address();
        begin(camel.getServiceUnitManager(), "routes", routes(folder));
        begin(http.getServiceUnitManager(), "endpoints", endpoints(folder));
    }

    private void start(String name, InstalledComponent.Type type, javax.jbi.component.Component component)
            throws JBIException {
        ManagedComponent managed = new ManagedComponent(bus, name, type, "", component);
        managed.start();
        started.push(managed);
    }

    private static void begin(ServiceUnitManager manager, String name, Path unit) throws JBIException {
        manager.deploy(name, unit.toString());
        manager.init(name, unit.toString());
        manager.start(name);
    }

    private static Path routes(Path folder) throws IOException {
        Path authored = Files.createDirectories(folder.resolve("authored"));
        Files.writeString(authored.resolve("orders.xml"), ROUTES);
        Files.writeString(authored.resolve("same.xsl"), SAME);
        UnitReading reading =
                new TenantUnitReader().read(new UnitFolder(authored), new TenantScope(NAMES, ACME, Optional.empty()));
        assertThat(reading.findings()).isEmpty();
        Path unit = Files.createDirectories(folder.resolve("routes"));
        for (Map.Entry<String, byte[]> file : reading.rewritten().entrySet()) {
            Files.write(unit.resolve(file.getKey()), file.getValue());
        }
        ServiceUnitOwner.write(unit, ACME);
        return unit;
    }

    private Path endpoints(Path folder) throws IOException {
        Path unit = Files.createDirectories(folder.resolve("endpoints"));
        Files.writeString(unit.resolve("xbean.xml"), """
                <beans xmlns:http="http://servicemix.apache.org/http/1.0" xmlns:s="%s">
                  <http:soap-consumer service="s:Orders" endpoint="in" targetService="s:Routed" targetEndpoint="soap"/>
                  <http:soap-provider service="s:BackEnd" endpoint="soap" locationURI="http://127.0.0.1:%d/"/>
                </beans>
                """.formatted(
                        NAMES.scoped(ACME, new QName("urn:orders", "Orders")).getNamespaceURI(), port()));
        ServiceUnitOwner.write(unit, ACME);
        return unit;
    }

    private int port() {
        return backEnd.getAddress().getPort();
    }

    private void echo(HttpExchange exchange) throws IOException {
        byte[] message = exchange.getRequestBody().readAllBytes();
        served.incrementAndGet();
        exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=utf-8");
        exchange.sendResponseHeaders(200, message.length);
        exchange.getResponseBody().write(message);
        exchange.close();
    }

    private CompletableFuture<HttpResponse<String>> send(HttpClient client) {
        return send(client, "</order>");
    }

    private CompletableFuture<HttpResponse<String>> send(HttpClient client, String endOfOrder) {
        String message = "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Header>"
                + "<TenantContext xmlns=\"urn:esbmt:tenant-context:1\" s:mustUnderstand=\"1\"><tenantID>" + ACME
                + "</tenantID><userID>" + ALICE + "</userID><password>secret</password></TenantContext>"
                + "</s:Header><s:Body><order>" + TEXT + endOfOrder + "</s:Body></s:Envelope>";
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + address.getPort() + "/tenant-services/" + ACME + "/Orders/in"))
                .header("Content-Type", "text/xml; charset=utf-8")
                .POST(HttpRequest.BodyPublishers.ofString(message, UTF_8))
                .build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.ofString(UTF_8));
    }

    @AfterEach
    void stop() throws JBIException {
        for (ManagedComponent component : started) {
            component.stop();
            component.shutDown();
        }
        bus.close();
        backEnd.stop(0);
        threads.shutdownNow();
    }

    /** There is room for the message and its copy, but not for the answer of the back end. */
    @Test
    void anAnswerWithoutRoomIsOverloadedAndTheLogNamesTheLimit(@TempDir Path folder) throws Exception {
        start(folder, Map.of("tenant_gathered_bytes", 25L << 20));
        try (CapturedLog log = new CapturedLog()) {
            HttpResponse<String> answer = send(HttpClient.newHttpClient()).get(120, TimeUnit.SECONDS);

            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.body()).contains(">OVERLOADED<");
            assertThat(served).hasValue(1);
            await().untilAsserted(() -> assertThat(log.linesWith(" failed: "))
                    .singleElement()
                    .asString()
                    .contains("tenant.gathered.bytes")
                    .contains("26214400"));
        }
    }

    @Test
    void theLogNamesTheReasonOfAMessageThatIsRefusedOnItsWay(@TempDir Path folder) throws Exception {
        start(folder, Map.of());
        try (CapturedLog log = new CapturedLog()) {
            HttpResponse<String> answer = send(HttpClient.newHttpClient(), "</order></s:Body></s:Envelope>")
                    .get(120, TimeUnit.SECONDS);

            assertThat(answer.body()).contains(">MALFORMED<");
            String correlation = answer.body().replaceAll("(?s).*<correlationID>([^<]+)<.*", "$1");
            assertThat(correlation).hasSize(36);
            await().untilAsserted(() -> assertThat(log.linesWith(" failed: "))
                    .singleElement()
                    .asString()
                    .contains("the message was refused: MALFORMED: ", "(correlation " + correlation + ")"));
            assertThat(served).hasValue(0);
        }
    }

    @Test
    void eachOfFourSimultaneousMessagesIsAnsweredOrOverloaded(@TempDir Path folder) throws Exception {
        start(folder, Map.of());
        HttpClient client = HttpClient.newHttpClient();
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            answers.add(send(client));
        }

        for (CompletableFuture<HttpResponse<String>> coming : answers) {
            HttpResponse<String> answer = coming.get(240, TimeUnit.SECONDS);
            if (answer.statusCode() == 200) {
                assertThat(answer.body().length()).isGreaterThan(TEXT.length());
            } else {
                assertThat(answer.body()).contains(">OVERLOADED<");
            }
        }
    }

    private static <C> C configuration(Class<C> type, Map<String, Object> values) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> values.getOrDefault(method.getName(), method.getDefaultValue())));
    }
}
