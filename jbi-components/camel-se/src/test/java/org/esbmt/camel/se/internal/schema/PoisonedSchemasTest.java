package org.esbmt.camel.se.internal.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Map;
import org.esbmt.camel.se.internal.document.EvaluationFailedException;
import org.esbmt.camel.se.internal.document.EvaluationLimits;
import org.esbmt.camel.se.internal.document.TextFiles;
import org.esbmt.jbi.container.api.unit.Finding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Schemas that reach outside or take too long, and messages that make them do so; together with valid ones. */
@Timeout(60)
class PoisonedSchemasTest {

    private static String schema(String content) {
        return "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns='urn:a' targetNamespace='urn:a'"
                + " elementFormDefault='qualified'>" + content + "</xs:schema>";
    }

    private static CompiledSchema compiled(String text) throws InvalidSchemaException {
        return CompiledSchema.compile(new TextFiles(Map.of("a.xsd", text)), "a.xsd", EvaluationLimits.XSLT);
    }

    @Test
    void invalidMessagesAreReportedByRuleAndLineOnly() throws Exception {
        CompiledSchema schema = compiled(schema("<xs:element name='a' type='xs:int'/>"));

        assertThatCode(() -> schema.validate("<a xmlns='urn:a'>1</a>".getBytes(UTF_8)))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> schema.validate("\n<a xmlns='urn:a'>secret</a>".getBytes(UTF_8)))
                .isInstanceOf(EvaluationFailedException.class)
                .hasMessage("The message is not valid by a.xsd, line 2: cvc-datatype-valid.1.2.1.");
    }

    @Test
    void otherFilesOfTheUnitAreIncluded() throws Exception {
        TextFiles files = new TextFiles(Map.of(
                "x/a.xsd", schema("<xs:include schemaLocation='../y/b.xsd'/><xs:element name='a' type='t'/>"),
                "y/b.xsd", schema("<xs:simpleType name='t'><xs:restriction base='xs:int'/></xs:simpleType>")));

        CompiledSchema schema = CompiledSchema.compile(files, "x/a.xsd", EvaluationLimits.XSLT);

        assertThatCode(() -> schema.validate("<a xmlns='urn:a'>1</a>".getBytes(UTF_8)))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1/a.xsd", "file:///etc/passwd", "../a.xsd", "/etc/passwd"})
    void anImportFromOutsideTheUnitIsRefused(String location) {
        String text = schema("<xs:import namespace='urn:b' schemaLocation='" + location + "'/>");

        assertThat(CompiledSchema.findings(new TextFiles(Map.of("a.xsd", text)), "a.xsd"))
                .extracting(Finding::rule)
                .containsExactly("schema.import");
    }

    @Test
    void errorsOfXmlSchemaAreReportedWithRefusedFiles() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String text = schema("\n<xs:import namespace='urn:b' schemaLocation='http://127.0.0.1:"
                    + server.getLocalPort() + "/b.xsd'/>\n<xs:include schemaLocation='http://127.0.0.1:"
                    + server.getLocalPort() + "/c.xsd'/>\n<xs:include schemaLocation='other.xsd'/>"
                    + "\n<xs:element name='a' type='b:t' xmlns:b='urn:b'/>\n<xs:element name='b' type='gone'/>"
                    + "\n<xs:element name='c' minOccurs='1'/>\n<xs:element/>");

            assertThat(CompiledSchema.findings(
                            new TextFiles(Map.of("a.xsd", text, "other.xsd", "\n<other/>")), "a.xsd"))
                    .extracting(Finding::file, Finding::line, Finding::rule)
                    .containsExactly(
                            tuple("a.xsd", 2, "schema.import"),
                            tuple("a.xsd", 3, "schema.import"),
                            tuple("other.xsd", 2, "schema.element"),
                            tuple("a.xsd", 7, "schema.static"),
                            tuple("a.xsd", 8, "schema.static"));
            server.setSoTimeout(1);
            assertThatThrownBy(server::accept).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void typesInPlaceOfXmlSchemasOwnAreNotCompiled() {
        String text = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'"
                + " targetNamespace='http://www.w3.org/2001/XMLSchema'>\n<xs:element/></xs:schema>";

        assertThat(CompiledSchema.findings(new TextFiles(Map.of("a.xsd", text)), "a.xsd"))
                .extracting(Finding::rule)
                .containsExactly("schema.element");
    }

    @Test
    void entitiesAreRefusedInSchemasAndMessages() throws Exception {
        String text = "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>" + schema("");
        CompiledSchema schema = compiled(schema("<xs:element name='a'/>"));

        assertThat(CompiledSchema.findings(new TextFiles(Map.of("a.xsd", text)), "a.xsd"))
                .extracting(Finding::rule)
                .containsExactly("schema.xml");
        assertThatThrownBy(() -> schema.validate("<!DOCTYPE a><a/>".getBytes(UTF_8)))
                .isInstanceOf(EvaluationFailedException.class)
                .hasMessage("A DOCTYPE is not accepted.");
    }

    @Test
    void doublingGroupsAreRefused() {
        StringBuilder text =
                new StringBuilder("<xs:group name='g0'><xs:sequence><xs:element name='x'/></xs:sequence></xs:group>");
        for (int i = 1; i <= 40; i++) {
            String before = "<xs:group ref='g" + (i - 1) + "'/>";
            text.append("<xs:group name='g" + i + "'><xs:sequence>" + before + before + "</xs:sequence></xs:group>");
        }
        assertRefused(text + "<xs:complexType name='t'><xs:group ref='g40'/></xs:complexType>");
        assertRefused(text + "<xs:complexType name='t'><xs:group ref='g13'/></xs:complexType>");
        assertRefused(text + "<xs:complexType name='t'><xs:sequence/></xs:complexType><xs:element name='a'>"
                + "<xs:complexType><xs:complexContent><xs:extension base='t'><xs:choice><xs:group ref='g12'/>"
                + "</xs:choice></xs:extension></xs:complexContent></xs:complexType></xs:element>");
    }

    @Test
    void manyLargeTypesAndRepetitionsAreRefused() {
        String elements = "<xs:element name='b'/><xs:any/>".repeat(25);
        String repeated = "<xs:sequence minOccurs='40' maxOccurs='40'>" + elements + "</xs:sequence>";
        assertRefused("<xs:complexType name='t'>" + repeated + "</xs:complexType>");

        StringBuilder large = new StringBuilder();
        for (int i = 0; i < 20; i++) {
            large.append("<xs:complexType name='t" + i + "'><xs:sequence>");
            for (int j = 0; j < 500; j++) {
                large.append("<xs:element name='e" + j + "'/>");
            }
            large.append("</xs:sequence></xs:complexType>");
        }
        assertRefused(large.toString());
    }

    @Test
    void doublingAttributeGroupsTakeNoTime() {
        StringBuilder text = new StringBuilder("<xs:attributeGroup name='g0'/>");
        for (int i = 1; i <= 40; i++) {
            String before = "<xs:attributeGroup ref='g" + (i - 1) + "'/>";
            text.append("<xs:attributeGroup name='g" + i + "'>" + before + before + "</xs:attributeGroup>");
        }
        text.append("<xs:complexType name='t'><xs:attributeGroup ref='g40'/></xs:complexType>");

        assertThat(CompiledSchema.findings(new TextFiles(Map.of("a.xsd", schema(text.toString()))), "a.xsd"))
                .isEmpty();
    }

    @Test
    void usualTypesAreAccepted() throws Exception {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            text.append("<xs:complexType name='t" + i + "'><xs:sequence>");
            for (int j = 0; j < 100; j++) {
                text.append("<xs:element name='e" + j + "' type='t" + j + "' minOccurs='0' maxOccurs='unbounded'/>");
            }
            text.append("</xs:sequence></xs:complexType>");
        }
        text.append("<xs:element name='a' type='t0'/>");

        CompiledSchema schema = compiled(schema(text.toString()));

        assertThatCode(() -> schema.validate("<a xmlns='urn:a'><e7><e99/></e7></a>".getBytes(UTF_8)))
                .doesNotThrowAnyException();
    }

    private static void assertRefused(String content) {
        assertThat(CompiledSchema.findings(new TextFiles(Map.of("a.xsd", schema(content))), "a.xsd"))
                .extracting(Finding::rule)
                .containsExactly("schema.limit");
    }

    @Test
    void hugeOccurrencesAreRefused() {
        String text = schema("<xs:element name='a'><xs:complexType><xs:sequence maxOccurs='100000000'>"
                + "<xs:element name='b'/><xs:element name='c'/></xs:sequence></xs:complexType></xs:element>");

        assertThat(CompiledSchema.findings(new TextFiles(Map.of("a.xsd", text)), "a.xsd"))
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(a+)+b",
                "(a|aa)+b",
                "(a*)*",
                "((a|b)b*)+d",
                "a*a*a*b",
                "(a{1,9})*",
                "(a?){1000}(a+)+",
                "(a?){26}b",
                "(a|a){22}b",
                "(|){40}",
                "(a?|a?){20}b",
                "((a{1000}){1000}){1000}",
                "a{10001}",
                "((a{0,16}){0,16}){0,16}b",
                "(\\w|\\i){30}-",
                "([a-z-[b]]|\\p{IsBasicLatin}){30}-",
                "((\\d|[^a])?){20}b"
            })
    void patternsWithExcessiveBacktrackingAreRefused(String pattern) {
        assertRefusedForItsPatterns(patterned(pattern));
    }

    @Test
    void manySmallChoicesAreOneLargeChoice() {
        assertRefusedForItsPatterns(patterned("a?".repeat(60)));
    }

    @Test
    void theMemoryOfAllPatternsTogetherIsBounded() {
        String one = "<xs:simpleType name='t%d'><xs:restriction base='xs:string'>"
                + "<xs:pattern value='a{9000}'/></xs:restriction></xs:simpleType>";
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < 23; i++) {
            many.append(one.formatted(i));
        }

        assertRefusedForItsPatterns(schema(many.toString()));
    }

    private static void assertRefusedForItsPatterns(String text) {
        assertThat(CompiledSchema.findings(new TextFiles(Map.of("a.xsd", text)), "a.xsd"))
                .extracting(Finding::rule)
                .containsExactly("schema.pattern");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[A-Z]{3}\\d+",
                "(a|b){1,2}",
                "\\p{L}+@[a-z.]+",
                "\\d{4}-\\d{2}",
                "(ab)*",
                "[(+*)]+",
                "((a|b)c*)+d",
                "\\+?[0-9 ()/-]{5,30}",
                "[A-Z]{2}\\d{2}[A-Z0-9]{1,30}",
                "[A-Z]{6,6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3,3}){0,1}",
                "\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:\\d{2})?)?",
                "[^@]+@[^@]+\\.[^@]+",
                "[\\w.-]+@([\\w-]+\\.)+[\\w-]{2,4}",
                "\\w+([-.]\\w+)*@\\w+([-.]\\w+)*\\.\\w+([-.]\\w+)*",
                "\\p{L}+( \\p{L}+)*",
                "(\\d{1,3}\\.){3}\\d{1,3}",
                "[^,]*(,[^,]*)*",
                ".*@.*",
                "\\S+(\\s\\S+)*",
                "(https?://)?[^/]+(/.*)?",
                "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}",
                "-?(0|[1-9]\\d{0,12})(\\.\\d{1,4})?",
                "[\\s\\S]{0,4000}"
            })
    void usualPatternsAreAccepted(String pattern) throws Exception {
        assertThat(compiled(patterned(pattern))).isNotNull();
    }

    @Test
    void aPatternWithoutBoundIsMatchedWithShortTextsOnly() throws Exception {
        CompiledSchema schema = compiled(patterned(".*.*b"));

        assertThatCode(() -> schema.validate(("<a xmlns='urn:a'>" + "b".repeat(1000) + "</a>").getBytes(UTF_8)))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> schema.validate(("<a xmlns='urn:a'>" + "a".repeat(1 << 20) + "</a>").getBytes(UTF_8)))
                .hasMessage("The message is not valid by a.xsd, line 1:"
                        + " longer than 1024 characters, which its patterns are for.");
    }

    @Test
    void aPatternWithoutBoundRefusesLongAttributesAndValuesOfTheSchema() throws Exception {
        String types = "<xs:simpleType name='t'><xs:restriction base='xs:string'><xs:pattern value='.*.*b'/>"
                + "</xs:restriction></xs:simpleType>";
        CompiledSchema schema =
                compiled(schema(types + "<xs:element name='a'><xs:complexType><xs:attribute name='x' type='t'/>"
                        + "</xs:complexType></xs:element>"));

        assertThatThrownBy(() -> schema.validate(("<a xmlns='urn:a' x='" + "a".repeat(2000) + "'/>").getBytes(UTF_8)))
                .hasMessageContaining("longer than 1024 characters");
        assertRefusedForItsPatterns(
                schema(types + "<xs:element name='a' type='t' default='" + "a".repeat(2000) + "b'/>"));
    }

    /** The type contains attachments without a pattern, beside an unbounded pattern. */
    @Test
    void textsOfTypesWithoutPatternHaveAnyLength() throws Exception {
        CompiledSchema schema = compiled(schema("<xs:simpleType name='file'><xs:restriction base='xs:base64Binary'>"
                + "<xs:maxLength value='1000000'/></xs:restriction></xs:simpleType>"
                + "<xs:simpleType name='mail'><xs:restriction base='xs:string'><xs:pattern value='.*@.*'/>"
                + "</xs:restriction></xs:simpleType>"
                + "<xs:simpleType name='other'><xs:restriction base='mail'><xs:maxLength value='1000000'/>"
                + "</xs:restriction></xs:simpleType>"
                + "<xs:element name='a'><xs:complexType><xs:choice maxOccurs='unbounded'>"
                + "<xs:element name='file' type='file'/><xs:element name='text' type='xs:string'/>"
                + "<xs:element name='mail' type='mail'/><xs:element name='other' type='other'/>"
                + "</xs:choice></xs:complexType></xs:element>"));
        String large = "aaaa".repeat(50_000);

        assertThatCode(() -> schema.validate(
                        ("<a xmlns='urn:a'><mail>a@b</mail><file>" + large + "</file><text>" + large + "</text></a>")
                                .getBytes(UTF_8)))
                .doesNotThrowAnyException();
        for (String name : List.of("mail", "other")) {
            assertThatThrownBy(() -> schema.validate(
                            ("<a xmlns='urn:a'><" + name + ">" + large + "</" + name + "></a>").getBytes(UTF_8)))
                    .hasMessageContaining("characters, which its patterns are for.");
        }
    }

    private static String patterned(String pattern) {
        return schema("<xs:element name='a'><xs:simpleType><xs:restriction base='xs:string'><xs:pattern value='"
                + pattern + "'/></xs:restriction></xs:simpleType></xs:element>");
    }
}
