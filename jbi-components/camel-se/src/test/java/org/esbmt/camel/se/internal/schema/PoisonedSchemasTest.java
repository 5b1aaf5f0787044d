package org.esbmt.camel.se.internal.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.esbmt.camel.se.internal.document.EvaluationFailedException;
import org.esbmt.camel.se.internal.document.EvaluationLimits;
import org.esbmt.camel.se.internal.document.TextFiles;
import org.esbmt.jbi.container.api.unit.Finding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Schemas that reach outside or take for ever, and messages that want them to; beside what is right. */
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
    void validMessagesPassAndOthersAreToldByRuleAndLineOnly() throws Exception {
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
    void whatIsImportedIsInTheUnit(String location) {
        String text = schema("<xs:import namespace='urn:b' schemaLocation='" + location + "'/>");

        assertThat(CompiledSchema.findings(new TextFiles(Map.of("a.xsd", text)), "a.xsd"))
                .extracting(Finding::rule)
                .containsExactly("schema.import");
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
    void hugeOccurrencesAreRefused() {
        String text = schema("<xs:element name='a'><xs:complexType><xs:sequence maxOccurs='100000000'>"
                + "<xs:element name='b'/><xs:element name='c'/></xs:sequence></xs:complexType></xs:element>");

        assertThat(CompiledSchema.findings(new TextFiles(Map.of("a.xsd", text)), "a.xsd"))
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"(a+)+b", "(a|aa)+b", "(a*)*", "((a|b)c*)+d", "a*a*a*b", "(a{1,9})*", "(a?){1000}(a+)+"})
    void patternsThatTryForEverAreRefused(String pattern) {
        assertThat(CompiledSchema.findings(new TextFiles(Map.of("a.xsd", patterned(pattern))), "a.xsd"))
                .extracting(Finding::rule)
                .containsExactly("schema.pattern");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[A-Z]{3}\\d+", "(a|b){1,2}", "\\p{L}+@[a-z.]+", "\\d{4}-\\d{2}", "(ab)*", "[(+*)]+"})
    void usualPatternsAreNot(String pattern) throws Exception {
        assertThat(compiled(patterned(pattern))).isNotNull();
    }

    private static String patterned(String pattern) {
        return schema("<xs:element name='a'><xs:simpleType><xs:restriction base='xs:string'><xs:pattern value='"
                + pattern + "'/></xs:restriction></xs:simpleType></xs:element>");
    }
}
