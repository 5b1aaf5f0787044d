package org.esbmt.http.bc.internal.unit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.esbmt.http.bc.internal.soap.BodyCheck;
import org.esbmt.http.bc.internal.soap.SoapVersion;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnitDefinitionTest {
    private static final Owner TENANT = Owner.of(TenantId.of("0b1f6a52-31a5-4c0e-9a55-6a1f2f0e7d11"));
    private static final String PROVIDER =
            "<http:provider service='o:orders' endpoint='back' locationURI='http://127.0.0.1:9000/orders'/>";
    private static final QName ORDERS = new QName("urn:orders", "orders");

    @TempDir
    Path unit;

    @Test
    void aTenantsUnitIsReadWithItsDefaults() throws Exception {
        List<HttpEndpointDefinition> endpoints = read(
                TENANT,
                "<http:soap-consumer service='o:orders' endpoint='soap' targetService='o:orders' targetEndpoint='back'/>",
                "<http:soap-provider service='o:orders' endpoint='back' locationURI='https://orders.example/a?b=c'/>");

        assertThat(endpoints)
                .containsExactly(
                        new ConsumerDefinition(
                                true,
                                ORDERS,
                                "soap",
                                Optional.empty(),
                                new ExchangeTarget(
                                        Optional.of(ORDERS), Optional.of("back"), Optional.empty(), Optional.empty()),
                                Mep.IN_OUT,
                                Optional.empty(),
                                Duration.ofSeconds(60),
                                Optional.empty(),
                                Optional.empty(),
                                BodyCheck.STRUCTURE,
                                10 * 1024 * 1024,
                                SenderPolicy.PASSWORD,
                                2),
                        new ProviderDefinition(
                                true,
                                ORDERS,
                                "back",
                                Optional.empty(),
                                URI.create("https://orders.example/a?b=c"),
                                Duration.ofSeconds(2),
                                Duration.ofSeconds(30),
                                Optional.empty(),
                                Optional.empty(),
                                BodyCheck.STRUCTURE,
                                10 * 1024 * 1024,
                                ProviderSecurity.NONE,
                                3));
    }

    @Test
    void everyAttributeIsRead() throws Exception {
        Files.createDirectories(unit.resolve("wsdl"));
        Files.writeString(unit.resolve("wsdl/orders.wsdl"), "<x/>");
        List<HttpEndpointDefinition> endpoints = read(
                Owner.PLAIN,
                "<http:soap-consumer xmlns:p='urn:p' service='p:orders' endpoint='soap' interfaceName='p:Orders'",
                "  targetInterface='o:Orders' targetOperation='o:add' defaultMep='http://www.w3.org/2004/08/wsdl/in-only'",
                "  locationURI='http://0.0.0.0:8192/orders/' timeout='1500' soapVersion='1.2' useJbiWrapper='false'",
                "  validateWsdl='false' wsdl='classpath:wsdl/orders.wsdl' bodyCheck='well-formed' maxMessageBytes='2048'/>",
                "<http:provider service='o:orders' endpoint='a' locationURI='http://h/' clientSoTimeout='7'/>",
                "<http:provider service='o:orders' endpoint='b' locationURI='http://h/' connectTimeoutMillis='8'",
                "   readTimeoutMillis='9'/>");

        ConsumerDefinition consumer = (ConsumerDefinition) endpoints.get(0);
        assertThat(consumer.service()).isEqualTo(new QName("urn:p", "orders"));
        assertThat(consumer.interfaceName()).contains(new QName("urn:p", "Orders"));
        assertThat(consumer.target())
                .isEqualTo(new ExchangeTarget(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(new QName("urn:orders", "Orders")),
                        Optional.of(new QName("urn:orders", "add"))));
        assertThat(consumer.defaultMep()).isEqualTo(Mep.IN_ONLY);
        assertThat(consumer.location()).contains(URI.create("http://0.0.0.0:8192/orders/"));
        assertThat(consumer.timeout()).isEqualTo(Duration.ofMillis(1500));
        assertThat(consumer.soapVersion()).contains(SoapVersion.SOAP_1_2);
        assertThat(consumer.wsdl()).contains("wsdl/orders.wsdl");
        assertThat(consumer.bodyCheck()).isEqualTo(BodyCheck.WELL_FORMED);
        assertThat(consumer.maxMessageBytes()).isEqualTo(2048);
        assertThat(((ProviderDefinition) endpoints.get(1)).readTimeout()).isEqualTo(Duration.ofMillis(7));
        assertThat(((ProviderDefinition) endpoints.get(2)).connectTimeout()).isEqualTo(Duration.ofMillis(8));
        assertThat(((ProviderDefinition) endpoints.get(2)).readTimeout()).isEqualTo(Duration.ofMillis(9));
    }

    @Test
    void theDefaultTargetIsTheConsumersOwnName() throws Exception {
        ConsumerDefinition consumer =
                (ConsumerDefinition) read(TENANT, "<http:consumer service='o:orders' endpoint='soap'/>")
                        .get(0);

        assertThat(consumer.target())
                .isEqualTo(new ExchangeTarget(
                        Optional.of(ORDERS), Optional.of("soap"), Optional.empty(), Optional.empty()));
    }

    @Test
    void theRootMayHaveTheUsualNamespaces() throws Exception {
        for (String root : new String[] {
            "<beans xmlns:http='http://servicemix.apache.org/http/1.0' xmlns:o='urn:orders'>",
            "<beans xmlns='http://www.springframework.org/schema/beans' xmlns:o='urn:orders'"
                    + " xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:schemaLocation='a b'"
                    + " xmlns:http='http://servicemix.apache.org/http/1.0'>",
            "<beans xmlns='http://xbean.apache.org/schemas/kernel' xmlns:o='urn:orders'"
                    + " xmlns:http='http://servicemix.apache.org/http/1.0'>",
        }) {
            write("<?xml version='1.0' encoding='UTF-8'?>\n<!-- a unit -->\n" + root + "\n" + PROVIDER + "</beans>");
            assertThat(UnitDefinition.read(unit, TENANT)).singleElement().satisfies(e -> assertThat(e.line())
                    .isEqualTo(4));
        }
    }

    @Test
    void anUnknownAttributeIsNamedWithItsLineAndTheKnownOnes() {
        refused(
                TENANT,
                "xbean.xml:2: http:provider needs the attribute locationURI\nxbean.xml:3: http:provider does not know the attribute 'locationUri'; it knows authority, bodyCheck, client-certificate, clientSoTimeout,"
                        + " connectTimeoutMillis, credential, endpoint, interfaceName, locationURI, maxMessageBytes,"
                        + " readTimeoutMillis, secure, service, soapVersion, wsdl",
                "<http:provider service='o:orders' endpoint='back'",
                "               locationUri='http://127.0.0.1:9000/orders'/>");
        refused(
                TENANT,
                "xbean.xml:2: http:consumer does not know the attribute 'clientSoTimeout'; it knows ",
                "<http:consumer service='o:orders' endpoint='soap' clientSoTimeout='1'/>");
        refused(
                TENANT,
                "xbean.xml:2: http:provider does not know the attribute 'o:endpoint'; it knows ",
                "<http:provider service='o:orders' o:endpoint='x' endpoint='back' locationURI='http://h/'/>");
    }

    @Test
    void unsupportedAttributesOfServicemixHttpAreRefusedWithTheReason() {
        refused(
                TENANT,
                "xbean.xml:2: http:consumer does not take the attribute 'marshaler' here: it names code, and a unit brings"
                        + " none",
                "<http:consumer service='o:orders' endpoint='soap' marshaler='#m'/>");
        refused(
                TENANT,
                "xbean.xml:2: http:provider does not take the attribute 'proxyHost' here: ways out of the bus are"
                        + " configuration of the bus",
                "<http:provider service='o:orders' endpoint='soap' proxyHost='evil'/>");
        refused(
                TENANT,
                "xbean.xml:2: useJbiWrapper must be false or left out: messages cross the bus as SOAP envelopes",
                "<http:soap-consumer service='o:orders' endpoint='soap' useJbiWrapper='true'/>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<bean class='java.lang.Runtime'/>",
                "<http:endpoint service='o:orders' endpoint='soap'/>",
                "<o:provider service='o:orders' endpoint='soap'/>",
                "<consumer service='o:orders' endpoint='soap'/>",
                "<classpath><location>.</location></classpath>",
                "<import resource='file:/etc/passwd'/>"
            })
    void anUnknownElementIsNamedWithItsLineAndTheKnownOnes(String element) {
        String name = element.replaceAll("<([\\w:]+).*", "$1");
        refused(
                TENANT,
                "xbean.xml:3: the element '" + name + "' is not known; known are http:consumer, http:soap-consumer,"
                        + " http:provider, http:soap-provider of the namespace http://servicemix.apache.org/http/1.0",
                PROVIDER,
                element);
    }

    @Test
    void contentInsideAnEndpointIsRefused() {
        refused(
                TENANT,
                "xbean.xml:3: there is an element 'http:marshaler' inside an endpoint, which has attributes only",
                "<http:consumer service='o:orders' endpoint='soap'>",
                "<http:marshaler><bean class='x'/></http:marshaler></http:consumer>");
        refused(TENANT, "xbean.xml:3: there is text where only elements may stand", PROVIDER, "text");
    }

    @ParameterizedTest
    @ValueSource(strings = {"${orders.url}", "http://${host}/", "#{systemProperties.x}", "#orders"})
    void placeholdersAndReferencesAreRefused(String text) {
        refused(
                TENANT,
                "xbean.xml:2: locationURI is '" + text
                        + "': placeholders and references to beans are not replaced here",
                "<http:provider service='o:orders' endpoint='back' locationURI='" + text + "'/>");
    }

    @ParameterizedTest
    @CsvSource({"orders", "o:", ":orders", "o:a:b", "o:1", "{urn:orders}orders", "o:orders/x", "'o: orders'"})
    void aNameNeedsAPrefix(String name) {
        refused(
                TENANT,
                "xbean.xml:2: service must be a name with a prefix, such as 'my:service', but is '" + name + "'",
                "<http:consumer service='" + name + "' endpoint='soap'/>");
    }

    @Test
    void aPrefixMustBeDeclared() {
        refused(
                TENANT,
                "xbean.xml:2: service is 'p:orders', but the prefix 'p' is not declared",
                "<http:consumer service='p:orders' endpoint='soap'/>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a/b", "..", ".", "a b", "a%2Fb", "a:b", "a?b", "-a", "é"})
    void anEndpointsNameMustFitIntoAUrl(String name) {
        refused(
                TENANT,
                "xbean.xml:2: endpoint must be at most 128 letters",
                "<http:consumer service='o:orders' endpoint='" + name + "'/>");
    }

    @Test
    void theServiceOfATenantsConsumerMustFitIntoAUrl() {
        refused(
                TENANT,
                "xbean.xml:2: service must have a local part of at most 128 letters",
                "<http:consumer service='o:bestellübersicht' endpoint='soap'/>");
    }

    @Test
    void missingAttributesAreNamed() {
        refused(TENANT, "xbean.xml:2: http:consumer needs the attribute service", "<http:consumer endpoint='soap'/>");
        refused(
                TENANT,
                "xbean.xml:2: http:consumer needs the attribute endpoint",
                "<http:consumer service='o:orders'/>");
        refused(
                TENANT,
                "xbean.xml:2: http:provider needs the attribute locationURI",
                "<http:provider service='o:orders' endpoint='soap'/>");
        refused(
                Owner.PLAIN,
                "xbean.xml:2: http:consumer needs the attribute locationURI",
                "<http:consumer service='o:orders' endpoint='soap'/>");
        refused(TENANT, "xbean.xml:2: service is empty", "<http:consumer service=' ' endpoint='soap'/>");
        refused(
                TENANT,
                "xbean.xml:2: targetEndpoint needs targetService beside it",
                "<http:consumer service='o:orders' endpoint='soap' targetInterface='o:I' targetEndpoint='x'/>");
        refused(TENANT, "xbean.xml:3: there is no endpoint; known are http:consumer, ");
    }

    @Test
    void aTenantsConsumerHasNoAddressOfItsOwn() {
        refused(
                TENANT,
                "xbean.xml:2: locationURI must be left out: a tenant's address is"
                        + " /tenant-services/<tenant>/<service>/<endpoint>",
                "<http:consumer service='o:orders' endpoint='soap' locationURI='http://0.0.0.0:80/'/>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://host/",
                "file:///etc/passwd",
                "jar:http://host/x!/",
                "/orders",
                "orders",
                "http:///orders",
                "http://user:secret@host/",
                "http://host/#fragment",
                "http://host:0/",
                "http://host:65536/",
                "http://host:port/",
                "http://ho st/",
                "http://host\\\\evil/",
                "http:orders"
            })
    void aBackEndIsAnHttpUrlAndNothingElse(String url) {
        String message =
                message(TENANT, "<http:provider service='o:orders' endpoint='back' locationURI='" + url + "'/>");

        assertThat(message).startsWith("xbean.xml:2: locationURI must ").doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://0.0.0.0/orders", "http://0.0.0.0:8192/orders?x"})
    void aPlainConsumerNamesItsPortAndNoQuery(String url) {
        refused(
                Owner.PLAIN,
                "xbean.xml:2: locationURI must be http://host:port/path, with the port and without a query",
                "<http:consumer service='o:orders' endpoint='soap' locationURI='" + url + "'/>");
    }

    @ParameterizedTest
    @CsvSource({
        "timeout, 0",
        "timeout, -1",
        "timeout, 1.5",
        "timeout, 3600001",
        "timeout, 99999999999999999999",
        "timeout, \u0661",
        "maxMessageBytes, 1023",
        "maxMessageBytes, 1073741825",
        "bodyCheck, none",
        "soapVersion, 1.3",
        "defaultMep, out-in"
    })
    void aValueOutsideItsRangeIsRefusedAndNeverReplaced(String attribute, String value) {
        String message = message(
                TENANT, "<http:consumer service='o:orders' endpoint='soap' " + attribute + "='" + value + "'/>");

        assertThat(message)
                .startsWith("xbean.xml:2: " + attribute + " must be ")
                .endsWith(", but is '" + value + "'");
    }

    @Test
    void twoNamesForOneDeadlineAreRefused() {
        refused(
                TENANT,
                "xbean.xml:2: clientSoTimeout and readTimeoutMillis are the same; leave one of them out",
                "<http:provider service='o:orders' endpoint='b' locationURI='http://h/' clientSoTimeout='1'"
                        + " readTimeoutMillis='1'/>");
    }

    @Test
    void twoEndpointsOfOneNameAreRefused() throws Exception {
        refused(
                TENANT,
                "xbean.xml:3: there is a provider of the service {urn:orders}orders named 'back' already, on line 2",
                PROVIDER,
                PROVIDER);
        assertThat(read(TENANT, PROVIDER, "<http:consumer service='o:orders' endpoint='back'/>"))
                .hasSize(2);
        assertThat(read(
                        Owner.PLAIN,
                        PROVIDER,
                        PROVIDER.replace("<http:provider", "<http:provider xmlns:o='urn:other'")))
                .as("plain services have their namespaces on the bus")
                .hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../outside.wsdl",
                "a/../../outside.wsdl",
                "/etc/passwd",
                "file:/etc/passwd",
                "file:///etc/passwd",
                "http://host/x.wsdl",
                "classpath:/x.wsdl",
                "classpath:file:/etc/passwd",
                "..\\\\outside.wsdl",
                "missing.wsdl",
                "folder",
                "link.wsdl"
            })
    void aWsdlIsAFileOfTheUnit(String path) throws Exception {
        Path outside = unit.resolveSibling("outside.wsdl");
        Files.writeString(outside, "<x/>");
        Files.createDirectories(unit.resolve("folder"));
        Files.deleteIfExists(unit.resolve("link.wsdl"));
        Files.createSymbolicLink(unit.resolve("link.wsdl"), outside);

        String message = message(TENANT, "<http:consumer service='o:orders' endpoint='soap' wsdl='" + path + "'/>");

        assertThat(message).startsWith("xbean.xml:2: wsdl ");
        Files.delete(outside);
    }

    @ParameterizedTest
    @CsvSource({
        "'<!DOCTYPE beans [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>\n<beans>&x;</beans>',1: A DOCTYPE is not accepted.",
        "'<beans>\n\n<http:consumer/></beans>',3: An element's prefix is not declared.",
        "'<beans>\n</bean>',2: An end tag does not have its start tag's name.",
        "'<beans>\n',1: The document ends before its root element does.",
        "'<beans/>\n<beans/>',2: There is a second root element.",
        "'<other/>','1: the root element must be ''beans'', but is ''other'''",
        "'<xml:beans/>','1: the root element must be ''beans'', but is ''xml:beans'''",
        "'<beans xmlns=\"urn:x\"/>','1: the root element must be ''beans'', but is ''beans'''",
        "'<beans\ndefault-lazy-init=\"true\"/>','2: beans does not know the attribute ''default-lazy-init'''",
        "'<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><beans/>','1: Only the encodings UTF-8 and US-ASCII'",
    })
    void invalidFilesAreRefusedWithTheLine(String file, String message) throws Exception {
        write(file);

        assertThatThrownBy(() -> UnitDefinition.read(unit, TENANT))
                .isInstanceOf(UnitDefinitionException.class)
                .hasMessageStartingWith("xbean.xml:" + message);
    }

    @Test
    void aUnitWithoutTheFileIsRefused() {
        assertThatThrownBy(() -> UnitDefinition.read(unit, TENANT))
                .isInstanceOf(UnitDefinitionException.class)
                .hasMessage("xbean.xml: the unit has no such file");
    }

    private List<HttpEndpointDefinition> read(Owner owner, String... lines) throws Exception {
        write("<beans xmlns:http='http://servicemix.apache.org/http/1.0' xmlns:o='urn:orders'>\n"
                + String.join("\n", lines) + "\n</beans>\n");
        return UnitDefinition.read(unit, owner);
    }

    private void write(String text) throws IOException {
        Files.write(unit.resolve("xbean.xml"), text.getBytes(UTF_8));
    }

    private String message(Owner owner, String... lines) {
        try {
            return "was not refused: " + read(owner, lines);
        } catch (UnitDefinitionException e) {
            return e.getMessage();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private void refused(Owner owner, String message, String... lines) {
        assertThat(message(owner, lines)).startsWith(message);
    }
}
