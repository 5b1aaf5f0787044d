package org.esbmt.camel.se.internal.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.StringReader;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.transform.stream.StreamSource;
import net.sf.saxon.Configuration;
import net.sf.saxon.s9api.Destination;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.Serializer;
import net.sf.saxon.s9api.XdmNode;
import net.sf.saxon.s9api.XdmValue;
import net.sf.saxon.s9api.XsltExecutable;
import net.sf.saxon.s9api.XsltTransformer;
import org.esbmt.guarded.saxon.Evaluation;
import org.esbmt.guarded.saxon.EvaluationStopped;
import org.esbmt.xml.api.XmlLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares each result with that of Saxon's own serializer. */
class ResultWriterTest {
    private static final Evaluation.Bounds BOUNDS = new Evaluation.Bounds(Duration.ofSeconds(20), 1L << 30);

    private static final String COPY =
            "<xsl:template match='@*|node()'><xsl:copy><xsl:apply-templates select='@*|node()'/></xsl:copy></xsl:template>";

    private static final List<String> OUTPUTS = List.of(
            "",
            "<xsl:output method='xml'/>",
            "<xsl:output omit-xml-declaration='yes'/>",
            "<xsl:output method='xml' indent='no' version='1.0' encoding='UTF-8'/>",
            "<xsl:output encoding='ISO-8859-1'/>",
            "<xsl:output indent='yes'/>",
            "<xsl:output standalone='yes'/>",
            "<xsl:output method='text'/>",
            "<xsl:output method='html'/>",
            "<xsl:output method='xhtml'/>",
            "<xsl:output doctype-system='a.dtd'/>",
            "<xsl:output doctype-public='p' doctype-system='a.dtd'/>",
            "<xsl:output cdata-section-elements='b'/>",
            "<xsl:output byte-order-mark='yes'/>",
            "<xsl:output normalization-form='NFC'/>",
            "<xsl:output item-separator='|'/>",
            "<xsl:output use-character-maps='m'/><xsl:character-map name='m'><xsl:output-character character='x'"
                    + " string='&lt;y/>'/></xsl:character-map>");

    /** The number of outputs, from the first one, that the bus writes itself. */
    private static final int USUAL = 5;

    private static final List<String> TEMPLATES = List.of(
            COPY,
            COPY + "<xsl:template match='b'><c xmlns='urn:c' xmlns:d='urn:d' d:e='{.}'><xsl:apply-templates/><f"
                    + " xmlns=''/></c></xsl:template>",
            COPY
                    + "<xsl:template match='b'><xsl:copy-of select='.'/><xsl:comment>k</xsl:comment><xsl:processing-instruction"
                    + " name='p'>q</xsl:processing-instruction></xsl:template>",
            "<xsl:template match='/'><xsl:comment>first</xsl:comment><r/></xsl:template>",
            "<xsl:template match='/'>text first<r/></xsl:template>",
            "<xsl:template match='/'><xsl:text> </xsl:text><r/></xsl:template>",
            "<xsl:template match='/'><r/>text last<r/></xsl:template>",
            "<xsl:template match='/'/>",
            "<xsl:template match='/'><xsl:sequence select=\"1, 'x', 2\"/></xsl:template>",
            "<xsl:template match='/'><r/><xsl:sequence select=\"1, 'x', 2, .\"/></xsl:template>",
            "<xsl:template match='/'><html><head/><br/></html></xsl:template>",
            "<xsl:template match='/'><HTML><br/></HTML></xsl:template>",
            "<xsl:template match='/'><html xmlns='http://www.w3.org/1999/xhtml'><br/></html></xsl:template>",
            "<xsl:template match='/'><xsl:document><r><xsl:document><s/></xsl:document></r></xsl:document></xsl:template>",
            "<xsl:template match='/'><r><xsl:value-of select=\"'&lt;b/>'\" disable-output-escaping='yes'/></r></xsl:template>",
            "<xsl:template match='/'><r xml:space='preserve' xml:lang='de' a='&#9;&#10;&#13;&quot;&apos;&lt;&gt;&amp;'/>"
                    + "</xsl:template>");

    private static final List<String> DOCUMENTS = List.of(
            "<a><b>x &lt; y &gt; z &amp; ]]&gt;</b></a>",
            "<a xmlns='urn:a'><b xmlns='' c='1'>x</b><d:e xmlns:d='urn:d' d:f='2'/></a>",
            "<a b='&#9;&#10;&#13;&quot;&apos;'>\u00e4 \u0416 \u20ac \ud83d\ude00 &#x2028; &#x7f; &#x85; &#xa0; &#13;</a>",
            "<?p q?><!-- c --><p:a xmlns:p='urn:p'> <p:b> <!----><?r?></p:b>\r\n</p:a>",
            "<\u00e4 \u0416='\u00e4'>e\u0301<b>" + "long ".repeat(2_000) + "</b></\u00e4>");

    static Stream<String> stylesheets() {
        return OUTPUTS.stream()
                .flatMap(output -> TEMPLATES.subList(0, OUTPUTS.indexOf(output) < USUAL ? TEMPLATES.size() : 4).stream()
                        .map(templates -> "<xsl:stylesheet version='3.0'"
                                + " xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>" + output + templates
                                + "</xsl:stylesheet>"));
    }

    @ParameterizedTest
    @MethodSource("stylesheets")
    void theBytesAreThoseOfTheProcessorsSerializer(String text) throws Exception {
        Sheet sheet = Evaluation.run(BOUNDS, () -> new Sheet(text));
        for (String document : DOCUMENTS) {
            assertThat(sheet.written(document)).asString(UTF_8).isEqualTo(sheet.serialized(document));
        }
    }

    @Test
    void theUsualOutputsAreWrittenByTheBus() throws Exception {
        for (String output : OUTPUTS) {
            Sheet sheet = Evaluation.run(
                    BOUNDS,
                    () -> new Sheet("<xsl:stylesheet version='3.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>"
                            + output + COPY + "</xsl:stylesheet>"));

            assertThat(sheet.form.isUsual()).as(output).isEqualTo(OUTPUTS.indexOf(output) < USUAL);
        }
    }

    @Test
    void theFirstByteTooManyEndsTheEvaluation() throws Exception {
        Sheet sheet = Evaluation.run(
                BOUNDS,
                () -> new Sheet("<xsl:stylesheet version='3.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>" + COPY
                        + "</xsl:stylesheet>"));
        String document = "<a><b c='\u00e4'>\u20ac</b></a>";
        int length = sheet.written(document).length;

        assertThat(sheet.written(document, length)).hasSize(length);
        for (int most = 1; most < length; most++) {
            int less = most;
            assertThatThrownBy(() -> sheet.written(document, less))
                    .isInstanceOfSatisfying(EvaluationStopped.class, e -> assertThat(e.reason())
                            .isEqualTo(EvaluationStopped.Reason.OUTPUT));
        }
    }

    private static final class Sheet {
        private final Configuration configuration = SaxonSetup.configuration();
        private final Processor processor = new Processor(configuration);
        private final Names names = new Names(configuration.getNamePool());
        private final XsltExecutable executable;
        private final ResultForm form;

        Sheet(String text) throws Exception {
            executable = processor.newXsltCompiler().compile(new StreamSource(new StringReader(text)));
            form = ResultForm.of(executable.getUnderlyingCompiledStylesheet().getPrimarySerializationProperties());
        }

        byte[] written(String document) throws Exception {
            return written(document, 1 << 20);
        }

        byte[] written(String document, int mostBytes) throws Exception {
            ResultDestination result = new ResultDestination(form, 100, mostBytes);
            try {
                transform(document, result);
            } catch (SaxonApiException e) {
                return e.getMessage().getBytes(UTF_8);
            }
            return result.bytes();
        }

        String serialized(String document) throws Exception {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            Serializer serializer = processor.newSerializer(out);
            serializer.setOutputProperty(Serializer.Property.ENCODING, "UTF-8");
            try {
                transform(document, serializer);
            } catch (SaxonApiException e) {
                return e.getMessage();
            }
            return out.toString(UTF_8);
        }

        private void transform(String document, Destination destination) throws Exception {
            Evaluation.run(BOUNDS, () -> {
                XsltTransformer transformer = executable.load();
                transformer.setErrorReporter(error -> {});
                transformer.setInitialContextNode((XdmNode) XdmValue.wrap(
                        TreeReader.read(document.getBytes(UTF_8), XmlLimits.DEFAULTS, configuration, names, null)));
                transformer.setDestination(destination);
                transformer.transform();
                return null;
            });
        }
    }
}
