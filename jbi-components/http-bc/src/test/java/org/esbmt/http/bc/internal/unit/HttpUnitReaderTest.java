package org.esbmt.http.bc.internal.unit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.namespace.QName;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.unit.ConsumedService;
import org.esbmt.jbi.container.api.unit.Finding;
import org.esbmt.jbi.container.api.unit.ListeningEndpoint;
import org.esbmt.jbi.container.api.unit.NamedEndpoint;
import org.esbmt.jbi.container.api.unit.TenantScope;
import org.esbmt.jbi.container.api.unit.UnitFiles;
import org.esbmt.jbi.container.api.unit.UnitReading;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantNames;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpUnitReaderTest {
    private static final TenantId ACME = TenantId.of("0b1f6a52-31a5-4c0e-9a55-6a1f2f0e7d11");
    private static final UserId ALICE = UserId.of("5d1cb0b8-0ad6-4c63-8f3a-4a3c5a0c8f11");
    private static final String OF_ACME = "jbimulti2:tenant-endpoints/" + ACME;
    private static final TenantScope SCOPE =
            new TenantScope(new TenantNames(TenantNames.DEFAULT_PREFIX), ACME, Optional.empty());

    private static final String PROXY = """
            <beans xmlns:http="http://servicemix.apache.org/http/1.0" xmlns:a="urn:acme">
              <!-- a remark of the author -->
              <http:soap-consumer service="a:Orders" endpoint="soap" targetService="a:BackEnd" targetEndpoint="b"
                  targetOperation="a:add" wsdl="classpath:orders.wsdl" defaultMep="in-only" soapVersion="1.2"/>
              <http:soap-provider service="a:BackEnd" endpoint="b" interfaceName="a:Port" bodyCheck="well-formed"
                  locationURI="http://127.0.0.1:9000/x?a=1&amp;b='2'" clientSoTimeout="7"/>
            </beans>
            """;
    private static final String WSDL = "<w:definitions xmlns:w='http://schemas.xmlsoap.org/wsdl/'/>";

    private final HttpUnitReader reader = new HttpUnitReader();
    private final Map<String, byte[]> files = new TreeMap<>();

    @TempDir
    Path folder;

    @BeforeEach
    void addProxy() {
        file("xbean.xml", PROXY);
        file("orders.wsdl", WSDL);
    }

    private void file(String name, String text) {
        files.put(name, text.getBytes(UTF_8));
    }

    private void xbean(String... lines) {
        file(
                "xbean.xml",
                "<beans xmlns:http='http://servicemix.apache.org/http/1.0' xmlns:a='urn:acme'\n" + " xmlns:bus='"
                        + OF_ACME + "' xmlns:other='jbimulti2:tenant-endpoints/x'>\n"
                        + String.join("\n", lines) + "\n</beans>\n");
    }

    private UnitReading read(TenantScope scope) {
        return reader.read(
                new UnitFiles() {
                    @Override
                    public SortedSet<String> names() {
                        return new TreeSet<>(files.keySet());
                    }

                    @Override
                    public Optional<byte[]> content(String name) {
                        return Optional.ofNullable(files.get(name)).map(byte[]::clone);
                    }
                },
                scope);
    }

    private List<String> findings() {
        UnitReading reading = read(SCOPE);
        if (!reading.findings().isEmpty()) {
            assertThat(reading.rewritten()).isEmpty();
        }
        return reading.findings().stream()
                .map(f -> f.file() + ":" + f.line() + " " + f.rule())
                .toList();
    }

    @Test
    void aValidUnitIsReadWithItsNames() {
        UnitReading reading = read(SCOPE);

        assertThat(reading.findings()).isEmpty();
        assertThat(reading.provided()).containsExactly(new NamedEndpoint(new QName("urn:acme", "BackEnd"), "b"));
        assertThat(reading.consumed())
                .containsExactly(new ConsumedService(new QName("urn:acme", "BackEnd"), Optional.of("b")));
        assertThat(reading.listening())
                .containsExactly(new ListeningEndpoint(
                        new NamedEndpoint(new QName("urn:acme", "Orders"), "soap"),
                        "Orders/soap",
                        "/tenant-services/" + ACME + "/Orders/soap"));
        assertThat(reading.addresses()).containsExactly("Orders/soap");
    }

    @Test
    void theRewrittenUnitHasTheSameMeaningWithTheTenantsNames() throws Exception {
        UnitReading reading = read(SCOPE);

        assertThat(reading.rewritten()).containsOnlyKeys("orders.wsdl", "xbean.xml");
        assertThat(reading.rewritten().get("orders.wsdl")).isEqualTo(WSDL.getBytes(UTF_8));
        String written = new String(reading.rewritten().get("xbean.xml"), UTF_8);
        assertThat(written).doesNotContain("remark");
        for (Map.Entry<String, byte[]> file : reading.rewritten().entrySet()) {
            Files.write(folder.resolve(file.getKey()), file.getValue());
        }
        Path authors = Files.createDirectory(folder.resolve("authors"));
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Files.write(authors.resolve(file.getKey()), file.getValue());
        }
        List<HttpEndpointDefinition> before = UnitDefinition.read(authors, Owner.of(ACME));
        List<HttpEndpointDefinition> after = UnitDefinition.read(folder, Owner.of(ACME));

        assertThat(after).hasSameSizeAs(before);
        assertThat(after.get(0))
                .usingRecursiveComparison()
                .ignoringFields("line", "service", "target")
                .isEqualTo(before.get(0));
        assertThat(after.get(0).service()).isEqualTo(new QName(OF_ACME, "Orders"));
        assertThat(((ConsumerDefinition) after.get(0)).target())
                .isEqualTo(new ExchangeTarget(
                        Optional.of(new QName(OF_ACME, "BackEnd")),
                        Optional.of("b"),
                        Optional.empty(),
                        Optional.of(new QName("urn:acme", "add"))));
        assertThat(after.get(1))
                .usingRecursiveComparison()
                .ignoringFields("line", "service")
                .isEqualTo(before.get(1));
        assertThat(after.get(1).service()).isEqualTo(new QName(OF_ACME, "BackEnd"));
    }

    @Test
    void aUsersUnitHasTheUsersNames() {
        TenantScope ofAlice = new TenantScope(SCOPE.names(), ACME, Optional.of(ALICE));

        String written = new String(read(ofAlice).rewritten().get("xbean.xml"), UTF_8);

        assertThat(written).contains("\"" + OF_ACME + "-" + ALICE + "\"").doesNotContain("\"" + OF_ACME + "\"");
    }

    @Test
    void theRewrittenUnitIsReproducible() {
        assertThat(read(SCOPE).rewritten().get("xbean.xml"))
                .isEqualTo(read(SCOPE).rewritten().get("xbean.xml"));
    }

    @Test
    void allFindingsAreReportedTogether() {
        xbean(
                "<http:soap-consumer service='a:Orders' endpoint='a/b' marshaler='#m' timeout='0'",
                "    locationURI='http://0.0.0.0:80/'/>",
                "<bean class='java.lang.Runtime'><property/></bean>",
                "<http:provider service='p:x' endpoint='${e}' locationURI='file:///etc/passwd'",
                "    wsdl='../x.wsdl'/>",
                "<http:provider service='bus:BackEnd' endpoint='e' locationURI='http://h/'><x/></http:provider>");
        file("orders.wsdl", "<!DOCTYPE x SYSTEM 'http://evil/x.dtd'><x/>");
        file("Evil.class", "");

        assertThat(findings())
                .containsExactlyInAnyOrder(
                        "Evil.class:0 http.file",
                        "orders.wsdl:1 xml.doctype",
                        "xbean.xml:3 http.name",
                        "xbean.xml:3 http.attribute",
                        "xbean.xml:3 http.value",
                        "xbean.xml:4 http.location",
                        "xbean.xml:5 http.element",
                        "xbean.xml:6 http.name",
                        "xbean.xml:6 http.placeholder",
                        "xbean.xml:6 http.location",
                        "xbean.xml:7 http.wsdl",
                        "xbean.xml:8 http.bus-name",
                        "xbean.xml:8 http.element");
        assertThat(read(SCOPE).findings().stream().map(Finding::line).toList())
                .isSorted()
                .doesNotContainNull();
    }

    /** On the bus both would be the tenant's Orders. */
    @Test
    void servicesThatDifferInTheirNamespacesOnlyDoNotHaveOneEndpoint() {
        xbean(
                "<http:consumer service='a:Orders' endpoint='soap' targetService='a:BackEnd'/>",
                "<http:provider service='p:x' endpoint='e' locationURI='http://h/'/>",
                "<http:consumer xmlns:b='urn:b' service='b:Orders' endpoint='soap' targetService='a:BackEnd'/>",
                "<http:provider service='a:BackEnd' endpoint='e' locationURI='http://h/'/>",
                "<http:provider xmlns:b='urn:b' service='b:BackEnd' endpoint='e' locationURI='http://h/'/>",
                "<http:provider xmlns:b='urn:b' service='b:BackEnd' endpoint='f' locationURI='http://h/'/>");

        assertThat(findings())
                .containsExactly("xbean.xml:4 http.name", "xbean.xml:5 http.duplicate", "xbean.xml:7 http.duplicate");
        assertThat(read(SCOPE).findings().get(1).sentence())
                .isEqualTo("there is a consumer of the service {urn:acme}Orders named 'soap' already, on line 3; the"
                        + " namespaces of a tenant's services do not tell them apart");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bus", "other"})
    void namesReservedForTheBusAreRefused(String prefix) {
        for (String attribute :
                List.of("interfaceName", "targetService", "targetInterface", "targetOperation", "service")) {
            xbean("<http:consumer " + (attribute.equals("service") ? "" : "service='a:Orders'") + " endpoint='e' "
                    + attribute + "='" + prefix + ":x'/>");
            assertThat(findings()).as(attribute).containsExactly("xbean.xml:3 http.bus-name");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "http://schemas.xmlsoap.org/wsdl/, import, location",
        "http://www.w3.org/ns/wsdl, include, location",
        "http://www.w3.org/2001/XMLSchema, import, schemaLocation",
        "http://www.w3.org/2001/XMLSchema, include, schemaLocation",
        "http://www.w3.org/2001/XMLSchema, redefine, schemaLocation",
        "http://www.w3.org/2001/XMLSchema, override, schemaLocation"
    })
    void aWsdlImportsFilesOfItsUnitOnly(String namespace, String element, String attribute) {
        file("wsdl/types.xsd", "<x/>");
        for (String place : List.of(
                "http://evil.example/types.xsd",
                "file:///etc/passwd",
                "//evil.example/types.xsd",
                "/types.xsd",
                "../../types.xsd",
                "missing.xsd",
                "\\\\evil\\types.xsd",
                "%2e%2e/types.xsd",
                "")) {
            file("wsdl/orders.wsdl", imports(namespace, element, attribute, place));
            assertThat(findings()).as(place).containsExactly("wsdl/orders.wsdl:2 http.wsdl-import");
        }
        for (String place : List.of("types.xsd", "./types.xsd", "../wsdl/types.xsd", "../orders.wsdl")) {
            file("wsdl/orders.wsdl", imports(namespace, element, attribute, place));
            assertThat(findings()).as(place).isEmpty();
        }
    }

    private static String imports(String namespace, String element, String attribute, String place) {
        return "<x xmlns:i='" + namespace + "'>\n<i:" + element + " " + attribute + "='" + place + "'/></x>";
    }

    @Test
    void xIncludeIsRefused() {
        file("orders.wsdl", "<x xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include href='orders.wsdl'/></x>");
        assertThat(findings()).containsExactly("orders.wsdl:1 http.wsdl-import");
    }

    @Test
    void invalidXmlEndsTheFileButNotTheUnit() {
        file("xbean.xml", "<beans xmlns:http='http://servicemix.apache.org/http/1.0'>\n<x/>\n<http:provider></beans>");
        file("orders.wsdl", "<a>");

        assertThat(findings())
                .containsExactly(
                        "orders.wsdl:1 xml.not-well-formed",
                        "xbean.xml:2 http.element",
                        "xbean.xml:3 http.missing",
                        "xbean.xml:3 http.missing",
                        "xbean.xml:3 http.missing",
                        "xbean.xml:3 xml.not-well-formed");
    }

    @Test
    void theSentencesOfFindingsArePrintableAndShort() {
        xbean("<http:provider service='a:x' endpoint='" + "\u202e\u0085".repeat(1000) + "' locationURI='http://h/'/>");

        assertThat(read(SCOPE).findings()).singleElement().satisfies(finding -> assertThat(finding.toString())
                .hasSizeLessThan(900)
                .doesNotContain("\u202e", "\u0085")
                .endsWith("[http.name]"));
    }

    @Test
    void everyRuleIsInTheGuideAndNoOther() throws Exception {
        String guide = Files.readString(Path.of("../../docs/guide/rules.md"));
        List<String> listed = guide.lines()
                .filter(line -> line.startsWith("| `http."))
                .map(line -> line.substring(3, line.indexOf('`', 3)))
                .toList();

        assertThat(listed)
                .containsExactlyElementsOf(
                        Stream.of(Rule.values()).map(Rule::toString).toList());
    }
}
