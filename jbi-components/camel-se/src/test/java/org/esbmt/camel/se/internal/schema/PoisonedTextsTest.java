package org.esbmt.camel.se.internal.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.esbmt.camel.se.internal.document.EvaluationFailedException;
import org.esbmt.camel.se.internal.document.EvaluationLimits;
import org.esbmt.camel.se.internal.document.TextFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts that keep the validator busy with one value, where it cannot be stopped; together with usual ones. */
@Timeout(120)
class PoisonedTextsTest {
    private static final String ADDRESS = "%41/../\u00e4".repeat(50_000);
    private static final String XSI =
            " xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'" + " xmlns:xs='http://www.w3.org/2001/XMLSchema'";

    private static String type(String name, String content) {
        return "<xs:simpleType name='" + name + "'>" + content + "</xs:simpleType>";
    }

    private static String holding(String name, String base) {
        return "<xs:complexType name='" + name + "'><xs:simpleContent><xs:extension base='" + base
                + "'/></xs:simpleContent></xs:complexType>";
    }

    private static String element(String type) {
        return "<xs:element name='a' type='" + type + "'/>";
    }

    private static void validate(String content, String attributes, String text) throws Exception {
        TextFiles files = new TextFiles(Map.of(
                "a.xsd",
                "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns='urn:a' targetNamespace='urn:a'"
                        + " elementFormDefault='qualified'>"
                        + content + "</xs:schema>"));
        CompiledSchema.compile(files, "a.xsd", EvaluationLimits.XSLT)
                .validate(("<a xmlns='urn:a'" + attributes + ">" + text + "</a>").getBytes(UTF_8));
    }

    private static void assertTooLong(String content, String attributes, String text) {
        assertThatThrownBy(() -> validate(content, attributes, text))
                .isInstanceOf(EvaluationFailedException.class)
                .hasMessageContaining("longer than 8192 characters");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<xs:restriction base='xs:anyURI'/>",
                "<xs:restriction><xs:simpleType><xs:restriction base='xs:anyURI'/></xs:simpleType></xs:restriction>",
                "<xs:list itemType='xs:anyURI'/>",
                "<xs:list><xs:simpleType><xs:restriction base='xs:anyURI'/></xs:simpleType></xs:list>",
                "<xs:union memberTypes='xs:int xs:anyURI'/>"
            })
    void theLengthOfAddressesIsBoundedForAllDerivedTypes(String made) {
        assertTooLong(element("t") + type("t", made), "", ADDRESS);
        assertTooLong("<xs:element name='a'><xs:simpleType>" + made + "</xs:simpleType></xs:element>", "", ADDRESS);
        assertTooLong(element("last") + holding("last", "more") + holding("more", "t") + type("t", made), "", ADDRESS);
    }

    @Test
    void textsOfXmlSchemasOwnTypesAreBounded() {
        assertTooLong(element("xs:anyURI"), "", ADDRESS);
        assertTooLong(element("xs:language"), "", "x" + "-x".repeat(200_000));
    }

    @Test
    void aMessageThatNamesTheTypeItselfIsBoundedToo() {
        assertTooLong(element("xs:anyType"), XSI + " xsi:type='xs:anyURI'", ADDRESS);
        assertTooLong(element("xs:anySimpleType"), XSI + " xsi:type='xs:anyURI'", ADDRESS);
    }

    @Test
    void someMembersOfAUnionAreTriedWithShortTextsOnly() {
        String union = type("t", "<xs:union memberTypes='xs:integer xs:date xs:NMTOKENS xs:NMTOKENS'/>");

        assertTooLong(element("t") + union, "", "a b ".repeat(1_000_000) + "!");
        assertTooLong(
                element("t") + union.replace("xs:NMTOKENS", "l") + type("l", "<xs:list itemType='xs:NMTOKEN'/>"),
                "",
                "a b ".repeat(1_000_000) + "!");
    }

    @Test
    void itemsOfAListAreComparedWithManyValuesInShortTextsOnly() {
        String values = IntStream.range(0, 2000)
                .mapToObj(i -> "<xs:enumeration value='v" + i + "'/>")
                .collect(Collectors.joining());
        String list = type("code", "<xs:restriction base='xs:NMTOKEN'>" + values + "</xs:restriction>")
                + type("again", "<xs:restriction base='code'/>")
                + type("t", "<xs:list itemType='again'/>");

        assertThatCode(() -> validate(element("t") + list, "", "v1999 ".repeat(1000)))
                .doesNotThrowAnyException();
        assertTooLong(element("t") + list, "", "v1999 ".repeat(200_000));
        assertThatCode(() -> validate(element("code") + list, "", "v1999")).doesNotThrowAnyException();
    }

    @Test
    void aUnionOfDatesDoesNotBoundOtherTexts() {
        String union = type("t", "<xs:union memberTypes='xs:date xs:dateTime xs:gYear xs:gYearMonth xs:NMTOKENS'/>");

        assertThatCode(() -> validate(
                        element("file") + holding("file", "xs:base64Binary") + union, "", "aaaa".repeat(1 << 18)))
                .doesNotThrowAnyException();
    }

    @Test
    void usualTextsAreAccepted() {
        String types = type("address", "<xs:restriction base='xs:anyURI'/>")
                + holding("file", "xs:base64Binary")
                + "<xs:complexType name='link'><xs:simpleContent><xs:extension base='xs:string'>"
                + "<xs:attribute name='to' type='address'/></xs:extension></xs:simpleContent></xs:complexType>"
                + "<xs:element name='a'><xs:complexType><xs:sequence><xs:element name='address' type='address'/>"
                + "<xs:element name='file' type='file'/><xs:element name='link' type='link'/>"
                + "<xs:any processContents='skip'/></xs:sequence></xs:complexType></xs:element>";
        String large = "aaaa".repeat(1 << 18);

        assertThatCode(() -> validate(
                        types,
                        "",
                        "<address>http://x/" + "a/".repeat(4000) + "</address><file>" + large + "</file><link to='x'>"
                                + large + "</link><b xmlns='urn:b'>" + large + "</b>"))
                .doesNotThrowAnyException();
    }
}
