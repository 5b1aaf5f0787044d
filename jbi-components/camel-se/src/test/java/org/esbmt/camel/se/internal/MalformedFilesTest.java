package org.esbmt.camel.se.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.esbmt.camel.se.internal.reader.RouteUnitReader;
import org.esbmt.jbi.container.api.unit.UnitFiles;
import org.junit.jupiter.api.Test;

/** Malformed XML files beside the routes: each has one finding, at the place of the error. */
class MalformedFilesTest {

    private record Texts(Map<String, String> files) implements UnitFiles {
        @Override
        public SortedSet<String> names() {
            return new TreeSet<>(files.keySet());
        }

        @Override
        public Optional<byte[]> content(String name) {
            return Optional.ofNullable(files.get(name)).map(text -> text.getBytes(UTF_8));
        }
    }

    private static List<String> findings(String uri, Map<String, String> files) {
        Map<String, String> all = new TreeMap<>(files);
        all.put(
                "routes.xml",
                "<routes xmlns='http://camel.apache.org/schema/spring'><route>"
                        + "<from uri='jbi:endpoint:urn:orders/Orders/in'/><to uri='" + uri + "'/></route></routes>");
        return RouteUnitReader.read(new Texts(all), UnitContents.CHECK, service -> false).findings().stream()
                .map(Object::toString)
                .toList();
    }

    @Test
    void aMalformedStylesheetHasOneFinding() {
        String sheet = "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>\n"
                + "<xsl:template match='/'>\n\n<a>\n  <b x=1/>\n</a></xsl:template></xsl:stylesheet>";

        assertThat(findings("xslt:mark.xsl", Map.of("mark.xsl", sheet)))
                .containsExactly("mark.xsl:5: There is a malformed tag. [xslt.xml]");
    }

    @Test
    void aMalformedIncludeOfAStylesheetHasOneFinding() {
        String sheet = "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>\n"
                + "<xsl:include href='more.xsl'/></xsl:stylesheet>";
        String more = "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>\n\n";

        assertThat(findings("xslt:mark.xsl", Map.of("mark.xsl", sheet, "more.xsl", more)))
                .containsExactly("more.xsl:2: The document ends before its root element does. [xslt.xml]");
    }

    @Test
    void aMalformedSchemaHasOneFinding() {
        String schema = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'>\n<xs:element name='a'>\n</xs:b>\n";

        assertThat(findings("validator:orders.xsd", Map.of("orders.xsd", schema)))
                .containsExactly("orders.xsd:3: An end tag does not have its start tag's name. [schema.xml]");
    }

    @Test
    void aDoctypeHasOneFinding() {
        assertThat(findings("xslt:mark.xsl", Map.of("mark.xsl", "\n<!DOCTYPE a>\n<a/>")))
                .singleElement()
                .asString()
                .startsWith("mark.xsl:2: ")
                .endsWith(" [xslt.xml]");
    }
}
