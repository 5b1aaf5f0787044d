package org.esbmt.camel.se.internal.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.esbmt.camel.se.internal.document.EvaluationFailedException;
import org.esbmt.camel.se.internal.document.EvaluationLimits;
import org.esbmt.camel.se.internal.document.TextFiles;
import org.esbmt.jbi.container.api.unit.Finding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Unions that keep the validator busy with one text, where it cannot be stopped; together with usual ones. */
@Timeout(60)
class PoisonedUnionsTest {
    /** Unions of 2 to the power of i members each. */
    private static final String DOUBLING = "<xs:simpleType name='u0'><xs:restriction base='xs:int'/></xs:simpleType>"
            + IntStream.rangeClosed(1, 40)
                    .mapToObj(i -> type("u" + i, "<xs:union memberTypes='u" + (i - 1) + " u" + (i - 1) + "'/>"))
                    .collect(Collectors.joining());

    private static String type(String name, String content) {
        return "<xs:simpleType name='" + name + "'>" + content + "</xs:simpleType>";
    }

    private static String union(int members, String of) {
        return "<xs:union memberTypes='" + (of + " ").repeat(members) + "'/>";
    }

    private static TextFiles schema(String content) {
        return new TextFiles(Map.of(
                "a.xsd",
                "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns='urn:a' targetNamespace='urn:a'>"
                        + content + "</xs:schema>",
                "b.xsd",
                "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns='urn:a' targetNamespace='urn:a'>"
                        + type("r", "<xs:union memberTypes='xs:int xs:boolean'/>") + "</xs:schema>"));
    }

    private static void assertRefused(String content) {
        assertThat(CompiledSchema.findings(schema(content), "a.xsd"))
                .extracting(Finding::rule)
                .containsExactly("schema.limit");
    }

    private static void validate(String content, String text) throws Exception {
        CompiledSchema.compile(schema(content), "a.xsd", EvaluationLimits.XSLT)
                .validate(("<a xmlns='urn:a'>" + text + "</a>").getBytes(UTF_8));
    }

    @Test
    void doublingUnionsAreRefused() {
        assertRefused(DOUBLING);
    }

    @Test
    void findingsAboutContentUnionsAndValuesAreReportedTogether() {
        String content =
                "<xs:complexType name='c'><xs:sequence minOccurs='2000' maxOccurs='2000'><xs:element name='x'/>"
                        + "</xs:sequence></xs:complexType>";
        String value = type("v", "<xs:restriction base='xs:string'><xs:pattern value='.*.*b'/></xs:restriction>")
                + "<xs:element name='v' type='v' default='" + "b".repeat(8000) + "'/>";
        String pattern = type("p", "<xs:restriction base='xs:string'><xs:pattern value='(a+)+b'/></xs:restriction>");

        assertThat(CompiledSchema.findings(schema(content + DOUBLING), "a.xsd"))
                .extracting(Finding::sentence)
                .containsExactly(ContentModels.RULE, UnionTypes.RULE);
        assertThat(CompiledSchema.findings(schema(content + value), "a.xsd"))
                .extracting(Finding::rule)
                .containsExactly("schema.limit", "schema.pattern");
        assertThat(CompiledSchema.findings(schema(pattern + content + DOUBLING), "a.xsd"))
                .extracting(Finding::sentence)
                .containsExactly(Patterns.RULE, ContentModels.RULE, UnionTypes.RULE);
        assertThat(CompiledSchema.findings(
                        schema("<xs:include schemaLocation='gone.xsd'/>" + pattern + content), "a.xsd"))
                .extracting(Finding::rule)
                .containsExactly("schema.file", "schema.pattern", "schema.limit");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<xs:union memberTypes='t7 t7'/>",
                "<xs:union memberTypes='t7 t7'><xs:simpleType><xs:restriction base='t7'/></xs:simpleType></xs:union>",
                "<xs:restriction><xs:simpleType><xs:union memberTypes='t7 t7'/></xs:simpleType></xs:restriction>",
                "<xs:list><xs:simpleType><xs:union memberTypes='t7 t7'/></xs:simpleType></xs:list>"
            })
    void unionsOfManyMembersAreRefusedInEveryPlace(String content) {
        assertRefused(type("t7", union(600, "xs:int")) + type("t", content));
    }

    @Test
    void theMemoryOfAllUnionsTogetherIsBounded() {
        assertRefused(IntStream.range(0, 120)
                .mapToObj(i -> type("t" + i, union(900, "xs:int")))
                .collect(Collectors.joining()));
    }

    @Test
    void valuesOfTheSchemaAreTriedToo() {
        String large = type("t", union(500, "xs:int") + "");
        assertRefused(large
                + type(
                        "e",
                        "<xs:restriction base='t'>" + "<xs:enumeration value='1'/>".repeat(300) + "</xs:restriction>"));
        assertRefused(large
                + IntStream.range(0, 300)
                        .mapToObj(i -> "<xs:element name='e" + i + "' type='t' default='1'/>")
                        .collect(Collectors.joining()));
    }

    @Test
    void eachMemberIsMatchedWithItsPatterns() {
        String pattern = type("p", "<xs:restriction base='xs:string'><xs:pattern value='.*.*b'/></xs:restriction>");
        assertThat(CompiledSchema.findings(schema(pattern + type("t", union(2, "p"))), "a.xsd"))
                .isEmpty();
        assertRefused(pattern + type("t", union(900, "p")));
    }

    @Test
    void eachItemOfAListIsTried() throws Exception {
        String list = type("t", "<xs:union memberTypes='xs:int xs:boolean xs:string'/>")
                + type("l", "<xs:list itemType='t'/>") + "<xs:element name='a' type='l'/>";

        assertThatCode(() -> validate(list, "a ".repeat(4000))).doesNotThrowAnyException();
        assertThatThrownBy(() -> validate(list, "a ".repeat(1 << 20)))
                .isInstanceOf(EvaluationFailedException.class)
                .hasMessageContaining("longer than 8192 characters");
        assertRefused(type("t", union(500, "xs:int")) + type("l", "<xs:list itemType='t'/>"));
        assertRefused(
                type("t", union(20, "xs:int")) + type("l", "<xs:list itemType='t'/>") + type("x", union(30, "l")));
    }

    @Test
    void usualUnionsAreAccepted() {
        String bounds =
                type("all", "<xs:restriction base='xs:string'><xs:enumeration value='unbounded'/></xs:restriction>")
                        + type("t", "<xs:union memberTypes='xs:nonNegativeInteger all'/>");
        String element = "<xs:element name='a' type='t'/>";
        assertThatCode(() -> validate(bounds + element, "unbounded")).doesNotThrowAnyException();

        String codes = IntStream.range(0, 20)
                .mapToObj(i -> type(
                        "c" + i,
                        "<xs:restriction base='xs:string'>"
                                + ("<xs:enumeration value='v" + i + "x'/>")
                                        .repeat(1)
                                        .repeat(200)
                                        .replace("x'", "'")
                                + "</xs:restriction>"))
                .collect(Collectors.joining());
        String both = type("one", "<xs:union memberTypes='c0 c1 c2 c3 c4 c5 c6 c7 c8 c9'/>")
                + type("two", "<xs:union memberTypes='c10 c11 c12 c13 c14 c15 c16 c17 c18 c19'/>")
                + type("t", "<xs:union memberTypes='one two'/>");
        assertThatCode(() -> validate(codes + both + element, "v19")).doesNotThrowAnyException();

        String large = type("t", "<xs:union memberTypes='xs:int xs:base64Binary'/>") + element;
        assertThatCode(() -> validate(large, "aaaa".repeat(1 << 20))).doesNotThrowAnyException();

        String redefined = "<xs:redefine schemaLocation='b.xsd'>"
                + type("r", "<xs:restriction base='r'><xs:enumeration value='1'/></xs:restriction>") + "</xs:redefine>";
        assertThatCode(() -> validate(redefined + "<xs:element name='a' type='r'/>", "1"))
                .doesNotThrowAnyException();
    }
}
