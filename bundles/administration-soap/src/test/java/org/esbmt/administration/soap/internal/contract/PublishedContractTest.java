package org.esbmt.administration.soap.internal.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.esbmt.administration.catalogue.Catalogue;
import org.esbmt.administration.catalogue.Entry;
import org.esbmt.testing.golden.GoldenFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** The committed documents are those of the catalogue, and the bus serves them with its address. */
class PublishedContractTest {
    private static final Path COMMITTED = Path.of("..", "..", "docs", "guide", "schemas");
    private static final String BASE = "https://bus.example/esb/soap";

    private final ServedDocuments served = new ServedDocuments();

    @Test
    void theCommittedSchemaIsTheGeneratedOne() throws Exception {
        GoldenFile.at(COMMITTED.resolve(SchemaDocument.FILE)).check(SchemaDocument.generated());
    }

    @ParameterizedTest
    @EnumSource
    void theCommittedWsdlIsTheGeneratedOne(Manager manager) throws Exception {
        GoldenFile.at(COMMITTED.resolve(manager.wsdlFile())).check(WsdlDocument.generated(manager));
    }

    @Test
    void theBusServesTheCommittedSchema() throws Exception {
        assertThat(served.schema()).isEqualTo(Files.readString(COMMITTED.resolve(SchemaDocument.FILE), UTF_8));
    }

    @ParameterizedTest
    @EnumSource
    void theServedWsdlHasThePublicAddressAndNoOther(Manager manager) throws Exception {
        Document wsdl = parsed(served.wsdl(manager, BASE));

        String own = BASE + "/" + manager.serviceName();
        assertThat(wsdl.getElementsByTagName("soap:address")
                        .item(0)
                        .getAttributes()
                        .getNamedItem("location")
                        .getNodeValue())
                .isEqualTo(own);
        assertThat(wsdl.getElementsByTagName("soap12:address")
                        .item(0)
                        .getAttributes()
                        .getNamedItem("location")
                        .getNodeValue())
                .isEqualTo(own);
        assertThat(wsdl.getElementsByTagName("xs:import")
                        .item(0)
                        .getAttributes()
                        .getNamedItem("schemaLocation")
                        .getNodeValue())
                .isEqualTo(own + "?xsd");
        assertThat(served.wsdl(manager, BASE)).doesNotContain("127.0.0.1");
    }

    @Test
    void anAddressIsEscapedInTheServedWsdl() {
        assertThatCode(() -> parsed(served.wsdl(Manager.TENANT_REGISTRY, "https://bus.example/a&b<c\"d")))
                .doesNotThrowAnyException();
    }

    @Test
    void theSchemaIsValid() {
        assertThatCode(() -> SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                        .newSchema(new StreamSource(new StringReader(SchemaDocument.generated()))))
                .doesNotThrowAnyException();
    }

    @Test
    void everyOperationBelongsToOneManager() {
        Set<String> published = Arrays.stream(Manager.values())
                .flatMap(manager -> manager.entries().stream())
                .map(Entry::toString)
                .collect(toSet());
        Set<String> all = Catalogue.entries().stream()
                .map(Entry::toString)
                .filter(entry -> !entry.equals("TENANTS addUser") && !entry.equals("TENANTS listUsers"))
                .collect(toSet());

        assertThat(published).isEqualTo(all);
    }

    @Test
    void elementsAreUniqueInTheOneNamespace() {
        assertThat(Arrays.stream(Manager.values()).flatMap(manager -> manager.entries().stream()))
                .extracting(Entry::name)
                .doesNotHaveDuplicates();
    }

    private static Document parsed(String text) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(text)));
    }
}
