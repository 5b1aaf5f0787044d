package org.esbmt.camel.se.internal.xslt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.StringReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import javax.xml.transform.stream.StreamSource;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.Serializer;
import net.sf.saxon.s9api.XsltExecutable;
import net.sf.saxon.s9api.XsltTransformer;
import org.esbmt.camel.se.internal.document.EvaluationFailedException;
import org.esbmt.camel.se.internal.document.EvaluationLimits;
import org.esbmt.camel.se.internal.document.SaxonSetup;
import org.esbmt.camel.se.internal.document.TextFiles;
import org.esbmt.camel.se.internal.xslt.IdentityTemplates.Whole;
import org.esbmt.guarded.saxon.Evaluation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares each result with that of the same stylesheet as Saxon reads it, and looks at the decisions. */
class IdentityTemplatesTest {
    private static final Evaluation.Bounds BOUNDS = new Evaluation.Bounds(Duration.ofSeconds(20), 1L << 30);
    private static final int DOCUMENTS = 150;

    private static final String COPY =
            "<xsl:template match='@*|node()'><xsl:copy><xsl:apply-templates select='@*|node()'/></xsl:copy></xsl:template>";
    private static final String IN_MODE =
            "<xsl:template match=' node() | @* ' mode='m' priority='0'>\n <xsl:copy>\n  <xsl:apply-templates"
                    + " select='node()|@*' mode='#current'/>\n </xsl:copy>\n</xsl:template>";
    private static final String RENAME =
            "<xsl:template match='b'><p:r xmlns:p='urn:r' xmlns='urn:d'><xsl:apply-templates select='@*|node()'/><s/></p:r>"
                    + "</xsl:template>";

    private record Sheet(String content, Whole decision) {
        @Override
        public String toString() {
            return decision + " " + content;
        }
    }

    static Stream<Sheet> sheets() {
        return Stream.of(
                new Sheet(COPY, Whole.LEAVES),
                new Sheet("<xsl:strip-space elements='*'/>" + COPY, Whole.LEAVES),
                new Sheet("<xsl:template name='n'/>" + COPY, Whole.LEAVES),
                new Sheet("<xsl:template match='b' mode='other'/>" + COPY, Whole.LEAVES),
                new Sheet(COPY + RENAME, Whole.LEAVES),
                new Sheet(RENAME + COPY, Whole.LEAVES),
                new Sheet(COPY + "<xsl:template match='/'><r><xsl:apply-templates/></r></xsl:template>", Whole.LEAVES),
                new Sheet(COPY + "<xsl:template match=\"b[@x='1|2']/*|p:*\"/>", Whole.LEAVES),
                new Sheet(COPY + "<xsl:template match='*'><t><xsl:next-match/></t></xsl:template>", Whole.LEAVES),
                new Sheet(
                        COPY + "<xsl:template match='c' mode='#all' priority='3'><xsl:next-match/>.</xsl:template>",
                        Whole.LEAVES),
                new Sheet(
                        COPY + "<xsl:template match='b[1]'><xsl:value-of select='position()'/><xsl:copy-of"
                                + " select='following::node()[1]'/></xsl:template>",
                        Whole.LEAVES),
                new Sheet(
                        IN_MODE + RENAME + "<xsl:template match='/*'><xsl:copy><xsl:apply-templates select='@*|node()'"
                                + " mode='m'/></xsl:copy></xsl:template>",
                        Whole.LEAVES),
                new Sheet(COPY + "<xsl:template match='@x'/>", Whole.NONE),
                new Sheet(
                        COPY
                                + "<xsl:template match='@x'><xsl:if test='1' use-when='false()'><xsl:template match='z'/></xsl:if>"
                                + "</xsl:template>",
                        Whole.NONE),
                new Sheet(COPY + "<xsl:template match='text()'>T</xsl:template>", Whole.NONE),
                new Sheet(COPY + "<xsl:template match='comment()|b'>C</xsl:template>", Whole.NONE),
                new Sheet(COPY + "<xsl:template match='b' mode='#unnamed'/>", Whole.LEAVES),
                new Sheet(COPY + "<xsl:template match='@x' mode='#unnamed'/>", Whole.NONE),
                new Sheet(COPY + "<xsl:template match='.[self::text()]' priority='2'>T</xsl:template>", Whole.NONE),
                new Sheet(COPY + "<xsl:template match=\"b[1 (: ' :)]|@x[']']\" priority='2'/>", Whole.NONE));
    }

    /** Templates that are none of these, though they are near. */
    static Stream<String> others() {
        return Stream.of(
                "<xsl:template match='node()'><xsl:copy><xsl:apply-templates select='@*|node()'/></xsl:copy></xsl:template>",
                "<xsl:template match='@*|node()'><xsl:copy><xsl:apply-templates select='node()'/></xsl:copy></xsl:template>",
                "<xsl:template match='@*|node()'><xsl:copy><xsl:apply-templates/></xsl:copy></xsl:template>",
                "<xsl:template match='@*|node()'><xsl:copy copy-namespaces='no'><xsl:apply-templates select='@*|node()'/>"
                        + "</xsl:copy></xsl:template>",
                "<xsl:template match='@*|node()'><xsl:copy><xsl:apply-templates select='@*|node()'/>!</xsl:copy>"
                        + "</xsl:template>",
                "<xsl:template match='@*|node()'><xsl:copy><xsl:apply-templates select='@*|node()'/></xsl:copy><e/>"
                        + "</xsl:template>",
                "<xsl:template match='@*|node()'><e/><xsl:copy><xsl:apply-templates select='@*|node()'/></xsl:copy>"
                        + "</xsl:template>",
                "<xsl:template match='@*|node()'><xsl:copy><xsl:apply-templates select='@*|node()'><xsl:sort"
                        + " select='name()'/></xsl:apply-templates></xsl:copy></xsl:template>",
                "<xsl:template match='@*|node()' xml:space='preserve'> <xsl:copy><xsl:apply-templates"
                        + " select='@*|node()'/></xsl:copy></xsl:template>",
                "<xsl:template match='@*|node()' use-when='true()'><xsl:copy><xsl:apply-templates select='@*|node()'/>"
                        + "</xsl:copy></xsl:template>",
                "<xsl:template match='@*|node()' mode='#default m'><xsl:copy><xsl:apply-templates select='@*|node()'/>"
                        + "</xsl:copy></xsl:template>",
                "<xsl:template match='@*|node()'><xsl:copy><xsl:apply-templates select='@*|node()' mode='m'/></xsl:copy>"
                        + "</xsl:template><xsl:template match='@*|node()' mode='m'/>",
                "<xsl:template match='@*|node()'><xsl:copy>&#x3000;<xsl:apply-templates select='@*|node()'/></xsl:copy>"
                        + "</xsl:template>",
                "<xsl:mode on-no-match='shallow-copy'/>" + COPY + "<xsl:template match='b'/>");
    }

    private static String whole(String content) {
        return withAttributes("", content);
    }

    private static String withAttributes(String attributes, String content) {
        return "<xsl:stylesheet version='3.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform' xmlns:p='urn:p'"
                + " exclude-result-prefixes='p'" + attributes + ">" + content + "</xsl:stylesheet>";
    }

    private static Map<Integer, Whole> decisions(String text) {
        return new IdentityTemplates(Map.of("a.xsl", text.getBytes(UTF_8))).of("a.xsl");
    }

    @ParameterizedTest
    @MethodSource("sheets")
    void theResultIsThatOfTheTemplateAsWritten(Sheet sheet) throws Exception {
        assertThat(decisions(whole(sheet.content())).values()).containsOnly(sheet.decision());
        compare(whole(sheet.content()));
    }

    @ParameterizedTest
    @MethodSource("others")
    void anyOtherTemplateStaysAsWritten(String content) throws Exception {
        assertThat(decisions(whole(content))).isEmpty();
        compare(whole(content));
    }

    @Test
    void attributesOfTheStylesheetThatChangeTemplatesKeepThemAsWritten() throws Exception {
        for (String attribute : List.of(" xml:space='preserve'", " default-mode='m'")) {
            String text = withAttributes(attribute, COPY + "<xsl:template match='b' mode='m'/>");

            assertThat(decisions(text)).as(attribute).isEmpty();
            compare(text);
        }
    }

    @Test
    void templatesOfAllFilesDecide() throws Exception {
        Map<String, String> files = Map.of(
                "a.xsl", whole("<xsl:import href='b.xsl'/><xsl:include href='c.xsl'/>"),
                "b.xsl", whole("<xsl:template match='b'>B</xsl:template>" + COPY),
                "c.xsl", whole("<xsl:template match='@x'><xsl:attribute name='y'/></xsl:template>"));
        Map<String, byte[]> bytes = Map.of(
                "a.xsl", files.get("a.xsl").getBytes(UTF_8),
                "b.xsl", files.get("b.xsl").getBytes(UTF_8),
                "c.xsl", files.get("c.xsl").getBytes(UTF_8));

        assertThat(new IdentityTemplates(bytes).of("b.xsl")).containsExactly(Map.entry(1, Whole.NONE));
        Stylesheet sheet = Stylesheet.compile(new TextFiles(files), "a.xsl", EvaluationLimits.XSLT);
        assertThat(sheet.transform("<a><b x='1'/><c x='1'>t</c></a>".getBytes(UTF_8), Map.of()))
                .asString(UTF_8)
                .endsWith("<a>B<c y=\"\">t</c></a>");
    }

    /** A prefix of the stylesheet's author, declarations in the old body, and lines of findings. */
    @Test
    void theRestOfTheFileIsReadAsWritten() throws Exception {
        String text = "<t:transform version='2.0' xmlns:t='http://www.w3.org/1999/XSL/Transform' xmlns:xsl='urn:x'>\n"
                + "<t:template match='@*|node()'><t:copy xmlns:q='urn:q'><t:apply-templates select='@*|node()'/></t:copy>"
                + "</t:template>\n<t:template match='/' mode='m'><q:z xmlns:q='urn:z'/></t:template>";

        assertThat(decisions(text + "</t:transform>")).containsExactly(Map.entry(0, Whole.LEAVES));
        compare(text + "</t:transform>");
        assertThat(Stylesheet.findings(
                        new TextFiles(Map.of(
                                "a.xsl",
                                text + "\n<t:template match='x' mode='m'><t:value-of select='$none'/>"
                                        + "</t:template></t:transform>")),
                        "a.xsl"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.line()).isEqualTo(4));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "/; true",
                "a; true",
                "*; true",
                "p:a; true",
                "p:*; true",
                "*:a; true",
                "//a; true",
                "/a/b//c; true",
                "a [ x | @y ] | b; true",
                "a/b[c[']']]; true",
                "a union b; true",
                "ä.b-1; true",
                "@a; false",
                "a|@a; false",
                "a/@*; false",
                "text(); false",
                "node(); false",
                "*/node(); false",
                ".; false",
                ".[1]; false",
                "$a; false",
                "id('x'); false",
                "key('k','v')/a; false",
                "a[; false",
                "a]; false",
                "a(: :); false",
                "attribute::a; false",
                "document-node(); false",
                "a/; false",
                "''; false"
            })
    void patternsOfElementsArePathsOfNames(String pattern, boolean forElements) {
        assertThat(ElementPatterns.isForElements(pattern)).isEqualTo(forElements);
    }

    private static void compare(String text) throws Exception {
        Stylesheet sheet = Stylesheet.compile(new TextFiles(Map.of("a.xsl", text)), "a.xsl", EvaluationLimits.XSLT);
        Processor processor = new Processor(SaxonSetup.configuration());
        XsltExecutable asWritten = Evaluation.run(
                BOUNDS, () -> processor.newXsltCompiler().compile(new StreamSource(new StringReader(text))));
        Random random = new Random(7);
        for (int i = 0; i < DOCUMENTS; i++) {
            String document = new Documents(random).next();
            assertThat(transformed(sheet, document)).as(document).isEqualTo(serialized(processor, asWritten, document));
        }
    }

    private static String transformed(Stylesheet sheet, String document) {
        try {
            return new String(sheet.transform(document.getBytes(UTF_8), Map.of()), UTF_8);
        } catch (EvaluationFailedException e) {
            return "failed";
        }
    }

    private static String serialized(Processor processor, XsltExecutable sheet, String document) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Serializer serializer = processor.newSerializer(out);
        try {
            Evaluation.run(BOUNDS, () -> {
                XsltTransformer transformer = sheet.load();
                transformer.setErrorReporter(error -> {});
                transformer.setSource(new StreamSource(new StringReader(document)));
                transformer.setDestination(serializer);
                transformer.transform();
                return null;
            });
        } catch (SaxonApiException e) {
            return "failed";
        }
        return out.toString(UTF_8);
    }

    /** Random documents with few names, so that templates match. */
    private static final class Documents {
        private static final List<String> NAMES = List.of("a", "b", "c", "p:b", "p:c");
        private static final List<String> DECLARATIONS =
                List.of("", "", "", " xmlns='urn:d'", " xmlns=''", " xmlns:q='urn:q'", " xmlns:p='urn:other'");

        private final Random random;
        private final StringBuilder out = new StringBuilder();

        Documents(Random random) {
            this.random = random;
        }

        private String one(List<String> of) {
            return of.get(random.nextInt(of.size()));
        }

        String next() {
            element(0, " xmlns:p='urn:p'");
            return out.toString();
        }

        private void element(int depth, String declarations) {
            String name = one(NAMES);
            out.append('<').append(name).append(declarations).append(depth == 0 ? "" : one(DECLARATIONS));
            for (String attribute : List.of("x", "y", "p:z")) {
                if (random.nextInt(3) == 0) {
                    out.append(' ')
                            .append(attribute)
                            .append("='")
                            .append(random.nextInt(3))
                            .append("&lt;'");
                }
            }
            out.append('>');
            int children = depth > 4 ? 0 : random.nextInt(4);
            for (int i = 0; i < children; i++) {
                switch (random.nextInt(6)) {
                    case 0 -> out.append(" t&amp; ");
                    case 1 -> out.append("<!--c-->");
                    case 2 -> out.append("<?i j?>");
                    default -> element(depth + 1, "");
                }
            }
            out.append("</").append(name).append('>');
        }
    }
}
