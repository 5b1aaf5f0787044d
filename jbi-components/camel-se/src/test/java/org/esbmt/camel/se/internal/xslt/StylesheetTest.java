package org.esbmt.camel.se.internal.xslt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.Map;
import org.esbmt.camel.se.internal.document.EvaluationFailedException;
import org.esbmt.camel.se.internal.document.EvaluationFailedException.Kind;
import org.esbmt.camel.se.internal.document.EvaluationLimits;
import org.esbmt.camel.se.internal.document.TextFiles;
import org.esbmt.jbi.container.api.unit.Finding;
import org.junit.jupiter.api.Test;

class StylesheetTest {
    private static final String ORDER = "<o:order xmlns:o='urn:o' id='7'><!-- c --><?p  d?>\n <o:item>a &lt; b"
            + "<![CDATA[&]]>\u00e4\ud83d\ude00</o:item> <o:item x='&quot;1'/></o:order>";

    private static String sheet(String version, String content) {
        return "<xsl:stylesheet version='" + version + "' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'"
                + " xmlns:o='urn:o' xmlns:xs='http://www.w3.org/2001/XMLSchema' exclude-result-prefixes='o xs'>"
                + "<xsl:output omit-xml-declaration='yes'/>" + content + "</xsl:stylesheet>";
    }

    private static Stylesheet compiled(String text) throws InvalidStylesheetException {
        return Stylesheet.compile(new TextFiles(Map.of("a.xsl", text)), "a.xsl", EvaluationLimits.XSLT);
    }

    private static String transformed(String sheet, String document) throws Exception {
        return new String(compiled(sheet).transform(document.getBytes(UTF_8), Map.of("who", "me")), UTF_8);
    }

    @Test
    void theIdentityTransformationLosesNothing() throws Exception {
        String identity = sheet(
                "1.0",
                "<xsl:template match='@*|node()'><xsl:copy><xsl:apply-templates select='@*|node()'/></xsl:copy></xsl:template>");

        assertThat(transformed(identity, ORDER))
                .isEqualTo("<o:order xmlns:o=\"urn:o\" id=\"7\"><!-- c --><?p d?>\n <o:item>a &lt; b&amp;"
                        + "\u00e4\ud83d\ude00</o:item> <o:item x=\"&#34;1\"/></o:order>");
    }

    @Test
    void version1ComparesTextsWithNumbersAsNumbers() throws Exception {
        String sheet =
                sheet("1.0", "<xsl:template match='/'><r><xsl:value-of select=\"'10' &gt; '9'\"/></r></xsl:template>");

        assertThat(transformed(sheet, "<a/>")).isEqualTo("<r>true</r>");
    }

    @Test
    void whiteSpaceIsStrippedByTheStylesheetsRules() throws Exception {
        String sheet = sheet(
                "1.0",
                "<xsl:strip-space elements='*'/><xsl:template match='/'><r><xsl:copy-of select='.'/></r></xsl:template>");

        assertThat(transformed(sheet, "<a> <b> x </b> </a>")).isEqualTo("<r><a><b> x </b></a></r>");
    }

    @Test
    void headersAreParameters() throws Exception {
        String sheet = sheet(
                "2.0",
                "<xsl:param name='who'/><xsl:param name='none' select=\"'-'\"/><xsl:template match='/'><r><xsl:value-of"
                        + " select='$who, $none'/></r></xsl:template>");

        assertThat(transformed(sheet, "<a/>")).isEqualTo("<r>me -</r>");
    }

    @Test
    void version3HasItsMapsTemplatesInTextsAndFunctionsOfItsOwn() throws Exception {
        String sheet =
                "<xsl:stylesheet version='3.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform' expand-text='yes'"
                        + " xmlns:f='urn:f' xmlns:map='http://www.w3.org/2005/xpath-functions/map' exclude-result-prefixes='f map'>"
                        + "<xsl:function name='f:twice'><xsl:param name='n'/><xsl:sequence select='2 * $n'/></xsl:function>"
                        + "<xsl:output omit-xml-declaration='yes'/>"
                        + "<xsl:template match='/'><r a='{f:twice(2)}'>{map:get(map{'x': f:twice(21)}, 'x')}</r></xsl:template>"
                        + "</xsl:stylesheet>";

        assertThat(transformed(sheet, "<a/>")).isEqualTo("<r a=\"4\">42</r>");
    }

    @Test
    void otherFilesOfTheUnitAreIncludedByRelativePaths() throws Exception {
        TextFiles files = new TextFiles(Map.of(
                "x/a.xsl", sheet("1.0", "<xsl:include href='../y/b.xsl'/>"),
                "y/b.xsl", sheet("1.0", "<xsl:import href='./c.xsl'/>"),
                "y/c.xsl", sheet("1.0", "<xsl:template match='/'><c/></xsl:template>")));

        Stylesheet sheet = Stylesheet.compile(files, "x/a.xsl", EvaluationLimits.XSLT);

        assertThat(sheet.transform("<a/>".getBytes(UTF_8), Map.of()))
                .asString(UTF_8)
                .isEqualTo("<c/>");
    }

    @Test
    void allFindingsAreReportedTogetherWithFileAndLine() {
        String bad = """
                <xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>
                <xsl:include href='http://example.org/a.xsl'/>
                <xsl:include href='missing.xsl'/>
                <xsl:template match='/'>
                <xsl:copy-of select="document('a.xml')"/>
                <r a="{doc('b')}"/>
                <xsl:result-document href='c'/>
                </xsl:template></xsl:stylesheet>""";

        assertThat(Stylesheet.findings(new TextFiles(Map.of("a.xsl", bad)), "a.xsl"))
                .extracting(Finding::line, Finding::rule)
                .containsExactly(
                        tuple(2, "xslt.import"),
                        tuple(3, "xslt.file"),
                        tuple(5, "xslt.function"),
                        tuple(6, "xslt.function"),
                        tuple(7, "xslt.element"));
    }

    @Test
    void findingsOfSaxonHaveTheirLine() {
        String bad = sheet(
                "2.0",
                "\n<xsl:template match='/'>\n<xsl:value-of select='1 +'/>\n<xsl:value-of select='$no'/></xsl:template>");

        assertThat(Stylesheet.findings(new TextFiles(Map.of("a.xsl", bad)), "a.xsl"))
                .extracting(Finding::line, Finding::rule)
                .containsExactly(tuple(3, "xslt.static"), tuple(4, "xslt.static"));
    }

    @Test
    void aFailureDoesNotRepeatTheMessage() throws Exception {
        Stylesheet sheet = compiled(
                sheet(
                        "2.0",
                        "<xsl:template match='/'><xsl:message terminate='yes'><xsl:value-of select='.'/></xsl:message></xsl:template>"));

        assertThatThrownBy(() -> sheet.transform("<a>secret</a>".getBytes(UTF_8), Map.of()))
                .isInstanceOfSatisfying(EvaluationFailedException.class, e -> assertThat(e.kind())
                        .isEqualTo(Kind.EXPRESSION))
                .hasMessageNotContaining("secret");
    }

    @Test
    void aMalformedMessageIsTheSendersFault() throws Exception {
        Stylesheet sheet = compiled(sheet("1.0", ""));

        assertThatThrownBy(() -> sheet.transform("<!DOCTYPE a><a/>".getBytes(UTF_8), Map.of()))
                .isInstanceOfSatisfying(EvaluationFailedException.class, e -> assertThat(e.kind())
                        .isEqualTo(Kind.MESSAGE))
                .hasMessage("A DOCTYPE is not accepted.");
    }
}
