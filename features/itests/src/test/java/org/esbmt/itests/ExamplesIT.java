package org.esbmt.itests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.esbmt.harness.AdministrationClient;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.BusProcess;
import org.esbmt.harness.Example;
import org.esbmt.harness.Soap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A tenant deploys each example of the guide unchanged, and it behaves as the guide says. */
class ExamplesIT {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private static Distribution distribution;
    private static RecordedServices services;
    private static final Pattern UUID_TEXT = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private static BusProcess bus;
    private static AdministrationClient administration;
    private static AdministrationClient.Tenant tenant;
    private static AdministrationClient.Tenant builder;
    private static String url;

    @BeforeAll
    static void start() throws Exception {
        distribution = Distribution.unpack(ExamplesIT.class);
        services = new RecordedServices(ExamplesIT::fails);
        BusHome home = distribution.home();
        home.set("org.esbmt.http.bc.cfg", "egress.allow", "*@" + services.hostAndPort());
        bus = BusProcess.start(home);
        administration =
                new AdministrationClient(bus, home.initialAdministrator().orElseThrow());
        builder = administration.createTenant("builder", "builder", "builder-admin", "correct horse battery staple");
        tenant = administration.createTenant("acme", "acme", "acme-admin", "correct horse battery staple");
        url = home.baseUrl() + "/tenant-services/" + tenant.tenantId() + "/Orders/";
        for (String example : new String[] {
            "proxy",
            "content-based-routing",
            "xslt-both-ways",
            "aggregate",
            "dead-letter",
            "greeting",
            "ws-security-gateway"
        }) {
            assertThat(administration.deploy(tenant, Example.named(example).archive(services.url())))
                    .as(example)
                    .isEqualTo("STARTED");
        }
    }

    @AfterAll
    static void stop() throws Exception {
        try (AutoCloseable last = distribution;
                AutoCloseable running = bus;
                AutoCloseable called = services;
                AutoCloseable first = administration) {
            assertThat(Arrays.asList(last, running, called, first)).doesNotContainNull();
        }
    }

    /** The unsteady service accepts the third attempt, and never a number that begins with {@code never-}. */
    private static boolean fails(String path, String message) {
        return path.equals("/unsteady")
                && (message.contains(">never-")
                        || services.received(path).stream()
                                        .filter(message::equals)
                                        .count()
                                < 3);
    }

    private static HttpResponse<String> post(String endpoint, String headerBlock, String body, String... httpHeaders)
            throws IOException, InterruptedException {
        String context = Soap.tenantContext(tenant.tenantId(), tenant.userId(), tenant.password());
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + endpoint))
                .timeout(Duration.ofSeconds(30))
                .header("Content-Type", "text/xml; charset=utf-8")
                .header("SOAPAction", "\"\"")
                .POST(HttpRequest.BodyPublishers.ofString(Soap.envelope(context + headerBlock, body)));
        if (httpHeaders.length > 0) {
            request.headers(httpHeaders);
        }
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String order(String number, String country) {
        return "<o:order xmlns:o=\"http://example.org/orders\"><o:number>" + number
                + "</o:number><o:customer>Jones</o:customer><o:country>" + country
                + "</o:country><o:line><o:article>bolt</o:article><o:quantity>2</o:quantity></o:line>"
                + "<o:line><o:article>nut</o:article><o:quantity>3</o:quantity></o:line></o:order>";
    }

    private static void arrives(String number, String path, HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).contains(number);
        for (String other : new String[] {"/orders", "/domestic", "/abroad"}) {
            assertThat(services.received(other).stream().filter(m -> m.contains(number)))
                    .as(other)
                    .hasSize(other.equals(path) ? 1 : 0)
                    .noneMatch(m -> m.contains("TenantContext"));
        }
    }

    @Test
    void proxy() throws Exception {
        arrives("proxied-1", "/orders", post("proxy", "", order("proxied-1", "DE")));
    }

    @Test
    void contentBasedRoutingByBody() throws Exception {
        arrives("by-body-1", "/domestic", post("by-body", "", order("by-body-1", "DE")));
        arrives("by-body-2", "/abroad", post("by-body", "", order("by-body-2", "FR")));
    }

    @Test
    void contentBasedRoutingBySoapHeader() throws Exception {
        String market = "<o:market xmlns:o=\"http://example.org/orders\">domestic</o:market>";
        arrives("by-block-1", "/domestic", post("by-soap-header", market, order("by-block-1", "FR")));
        arrives("by-block-2", "/abroad", post("by-soap-header", "", order("by-block-2", "DE")));
    }

    @Test
    void contentBasedRoutingByHttpHeader() throws Exception {
        arrives(
                "by-header-1",
                "/domestic",
                post("by-http-header", "", order("by-header-1", "FR"), "Accept-Language", "de-AT"));
        arrives(
                "by-header-2",
                "/abroad",
                post("by-http-header", "", order("by-header-2", "DE"), "Accept-Language", "fr"));
        arrives("by-header-3", "/abroad", post("by-http-header", "", order("by-header-3", "DE")));
    }

    @Test
    void xsltBothWays() throws Exception {
        HttpResponse<String> answer = post("translated", "", order("translated-1", "FR"));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).contains("confirmation", "Jones", "pieces>5<").doesNotContain("delivery");
        assertThat(services.received("/warehouse"))
                .singleElement()
                .asString()
                .contains("recipient>Jones<", "destination>FR<", "sku=\"bolt\"", "pieces=\"3\"")
                .doesNotContain("customer", "TenantContext");
    }

    @Test
    void greetingWithoutABackEnd() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url.replace("/Orders/", "/Greeting/") + "soap"))
                .timeout(Duration.ofSeconds(30))
                .header("Content-Type", "text/xml; charset=utf-8")
                .header("SOAPAction", "\"\"")
                .POST(HttpRequest.BodyPublishers.ofString(Soap.envelope(
                        Soap.tenantContext(tenant.tenantId(), tenant.userId(), tenant.password()),
                        "<g:greet xmlns:g=\"http://example.org/greeting\"><g:name>Ada</g:name></g:greet>")))
                .build();
        HttpResponse<String> answer = HTTP.send(request, HttpResponse.BodyHandlers.ofString());

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).contains(">Hello, Ada.<").doesNotContain("TenantContext");
    }

    @Test
    void anUnreadableMessageIsRefusedAndTheLogHasItsCorrelation() throws Exception {
        HttpResponse<String> answer =
                post("translated", "", order("broken-1", "FR").replace("</o:country>", "</o:land>"));

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body()).contains("MESSAGE_REFUSED").doesNotContain("broken-1");
        assertThat(services.received("/warehouse")).noneMatch(m -> m.contains("broken-1"));
        Matcher correlation = UUID_TEXT.matcher(answer.body());
        assertThat(correlation.find()).as(answer.body()).isTrue();
        assertThat(Files.readAllLines(distribution.home().log()))
                .noneMatch(line -> line.contains("broken-1"))
                .filteredOn(line -> line.contains(correlation.group()))
                .singleElement()
                .asString()
                .contains("WARN", tenant.tenantId(), "correlation");
    }

    @Test
    void aggregateBySizeAndByTime() throws Exception {
        for (int i = 1; i <= 3; i++) {
            assertThat(post("batched", "", order("batched-" + i, "IT")).statusCode())
                    .isEqualTo(202);
        }
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(services.received("/batches")).anySatisfy(batch -> assertThat(batch)
                        .contains("o:batch", ">batched-1<", ">batched-2<", ">batched-3<")
                        .doesNotContain("TenantContext")));
        assertThat(post("batched", "", order("alone-1", "ES")).statusCode()).isEqualTo(202);
        await().atMost(SOON).untilAsserted(() -> assertThat(services.received("/batches"))
                .anySatisfy(batch -> assertThat(batch).contains(">alone-1<")));
    }

    @Test
    void aRouteRetriesUntilTheMessageIsDelivered() throws Exception {
        HttpResponse<String> answer = post("guarded", "", order("third-time", "DE"));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).contains("third-time");
        assertThat(services.received("/unsteady").stream().filter(m -> m.contains("third-time")))
                .hasSize(3);
        assertThat(services.received("/dead-letters")).noneMatch(m -> m.contains("third-time"));
    }

    @Test
    void anUndeliverableMessageBecomesADeadLetter() throws Exception {
        HttpResponse<String> answer = post("guarded", "", order("never-1", "DE"));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(services.received("/unsteady").stream().filter(m -> m.contains("never-1")))
                .hasSize(4);
        assertThat(services.received("/dead-letters"))
                .filteredOn(m -> m.contains("never-1"))
                .singleElement()
                .asString()
                .contains(order("never-1", "DE"));
    }

    @Test
    void plainMessagesPassTheGatewayInNoDirection() throws Exception {
        HttpResponse<String> inwards = post("secured", "", order("gateway-1", "DE"));
        assertThat(inwards.body()).contains(">SECURITY_INVALID<");
        assertThat(services.received("/orders")).noneMatch(m -> m.contains("gateway-1"));

        // the tenant has neither a SIGN key nor the partner
        HttpResponse<String> outwards = post("outgoing", "", order("gateway-2", "DE"));
        assertThat(outwards.body()).contains(">BACKEND_UNAVAILABLE<");
        assertThat(services.received("/supplier")).isEmpty();
        assertThat(Files.readString(distribution.home().log()))
                .contains("A message does not leave for the back end " + services.hostAndPort());
    }

    /** The example's own Maven build makes the same archive as {@link Example}. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "proxy",
                "content-based-routing",
                "xslt-both-ways",
                "aggregate",
                "dead-letter",
                "greeting",
                "ws-security-gateway"
            })
    void mavenBuildsADeployableArchive(String example) throws Exception {
        Path built = Path.of(System.getProperty("guide"))
                .resolveSibling("examples/" + example + "/target/" + example + ".zip");
        byte[] archive = Files.readAllBytes(built);
        assertThat(entries(archive)).isEqualTo(entries(Example.named(example).archive("http://localhost:8099")));
        assertThat(administration.deploy(builder, archive)).isEqualTo("STARTED");
    }

    private static Map<String, Object> entries(byte[] archive) throws IOException {
        Map<String, Object> entries = new TreeMap<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                byte[] content = zip.readAllBytes();
                if (entry.getName().endsWith(".zip")) {
                    entries.put(entry.getName(), entries(content));
                } else if (!entry.isDirectory()) {
                    entries.put(entry.getName(), new String(content, StandardCharsets.UTF_8));
                }
            }
        }
        return entries;
    }
}
