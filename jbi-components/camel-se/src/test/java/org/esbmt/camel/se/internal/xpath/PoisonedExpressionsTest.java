package org.esbmt.camel.se.internal.xpath;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.esbmt.camel.se.internal.document.EvaluationFailedException;
import org.esbmt.camel.se.internal.document.EvaluationFailedException.Kind;
import org.esbmt.camel.se.internal.document.EvaluationLimits;
import org.esbmt.camel.se.internal.model.Expression.XPath;
import org.esbmt.camel.se.internal.model.Expression.XPath.Result;
import org.esbmt.camel.se.internal.model.Expression.XPath.Version;
import org.esbmt.camel.se.internal.model.Place;
import org.esbmt.jbi.container.api.unit.Finding;
import org.esbmt.xml.api.XmlLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Expressions that attack, together with useful ones. */
@Timeout(60)
class PoisonedExpressionsTest {
    private static final EvaluationLimits HASTY =
            new EvaluationLimits(Duration.ofMillis(500), 32 << 20, 1 << 20, XmlLimits.DEFAULTS);
    /** Wide time limits for tests of other limits, because a busy machine takes its own time. */
    private static final EvaluationLimits PATIENT = new EvaluationLimits(
            Duration.ofSeconds(30),
            EvaluationLimits.XPATH.memoryBytes(),
            EvaluationLimits.XPATH.outputBytes(),
            EvaluationLimits.XPATH.document());

    private static XPath model(String text, Version version, Result result) {
        return new XPath(
                text,
                Map.of(
                        "o",
                        "urn:o",
                        "saxon",
                        "http://saxon.sf.net/",
                        "java",
                        "java:java.lang.System",
                        "xs",
                        "http://www.w3.org/2001/XMLSchema"),
                version,
                result,
                "",
                new Place("routes.xml", 7));
    }

    private static XPathResult evaluated(String text, Version version, Result result, String document)
            throws Exception {
        return evaluated(model(text, version, result), PATIENT, document);
    }

    private static XPathResult evaluated(XPath model, EvaluationLimits limits, String document) throws Exception {
        return CompiledXPath.compile(model, limits).evaluate(document.getBytes(UTF_8), Map.of("h", "1"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/o:a/@x            | V1 | STRING  | 5",
                "/o:a/o:b = $h      | V1 | BOOLEAN | true",
                "/o:a/o:b > $none   | V1 | BOOLEAN | false",
                "count(//o:b)       | V1 | NUMBER  | 2",
                "'10' > '9'         | V1 | BOOLEAN | true",
                "'10' > '9'         | V2 | BOOLEAN | false",
                "//o:b              | V1 | STRING  | 1",
                "1 div 0            | V1 | STRING  | Infinity",
                "1000000 * 1000000  | V1 | STRING  | 1000000000000",
                "//o:b ! (. + 1)    | V2 | STRING  | 2",
                "//missing          | V1 | NUMBER  | NaN"
            })
    void theAnswerFollowsTheVersion(String text, Version version, Result result, String answer) throws Exception {
        assertThat(evaluated(text, version, result, "<a xmlns='urn:o' x='5'><b>1</b><b>3</b></a>")
                        .text())
                .isEqualTo(answer);
    }

    @Test
    void nodesAreDocumentsOfTheirOwn() throws Exception {
        XPathResult result = evaluated(
                "/o:a/*", Version.V1, Result.NODES, "<o:a xmlns:o='urn:o' xmlns:p='urn:p'><p:b q='p:x'/><o:c/></o:a>");

        assertThat(result.nodes().stream().map(node -> new String(node, UTF_8)).toList())
                .isEqualTo(List.of(
                        "<p:b xmlns:o=\"urn:o\" xmlns:p=\"urn:p\" q=\"p:x\"/>",
                        "<o:c xmlns:o=\"urn:o\" xmlns:p=\"urn:p\"/>"));
    }

    /** A split needs one more than its limit, and no more of them. */
    @Test
    void onlyNeededNodesAreMade() throws Exception {
        CompiledXPath xpath = CompiledXPath.compile(model("//text()", Version.V1, Result.NODES), PATIENT);
        byte[] document = "<a>1<b/>2<b/>3</a>".getBytes(UTF_8);

        assertThat(xpath.evaluate(document, Map.of(), 2).nodes()).hasSize(2);
        assertThat(xpath.evaluate(document, Map.of(), 3).nodes()).hasSize(3);
        assertThat(xpath.evaluate(document, Map.of()).nodes()).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "string-join(//a, ',') | V1 | string-join is a function of XPath 2.0 and later: write saxon=\"true\".",
                "xs:date('2026-11-22') | V1 | date is a function of XPath 2.0 and later: write saxon=\"true\".",
                "contians(a, 'b')      | V1 | There is no function contians that may be used here.",
                "contians(a, 'b')      | V2 | There is no function contians that may be used here.",
                "doc('x')              | V1 | There is no function doc that may be used here.",
                "o:string-join(a)      | V1 | There is no function string-join that may be used here.",
                "none:string-join(a)   | V1 | There is no function string-join that may be used here."
            })
    void functionsOfLaterVersionsAndUnknownOnesAreDistinguished(String text, Version version, String sentence) {
        assertThat(CompiledXPath.findings(model(text, version, Result.STRING)))
                .extracting(Finding::rule, Finding::sentence)
                .containsExactly(tuple("xpath.function", sentence));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "doc('file:///etc/passwd')",
                "document('file:///etc/passwd')",
                "collection()",
                "unparsed-text('file:///etc/passwd')",
                "environment-variable('HOME')",
                "system-property('user.home')",
                "json-doc('x')",
                "transform(map{})",
                "function-lookup(xs:QName('fn:doc'), 1)",
                "doc#1('x')",
                "Q{http://www.w3.org/2005/xpath-functions}doc('x')",
                "saxon:evaluate('1')",
                "java:exit(1)",
                "undeclared:f()",
                "random-number-generator()",
                "1(: ( :) + doc (: ' :) ('x')"
            })
    void functionsThatReachOutsideAreFindings(String text) {
        for (Version version : Version.values()) {
            assertThat(CompiledXPath.findings(model(text, version, Result.STRING)))
                    .extracting(Finding::rule, Finding::file, Finding::line)
                    .contains(tuple("xpath.function", "routes.xml", 7));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "doc('x') = [          | xpath.function xpath.syntax",
                "doc('x')/a[           | xpath.function xpath.syntax",
                "doc('x')/a            | xpath.function",
                "contians(a) = $b      | xpath.function",
                "doc('x') = p:none     | xpath.function",
                "doc('x') + boolean()  | xpath.function"
            })
    void findingsAboutBracketsAndFunctionsAreReportedTogether(String text, String rules) {
        for (Version version : Version.values()) {
            assertThat(CompiledXPath.findings(model(text, version, Result.STRING)))
                    .extracting(Finding::rule)
                    .containsExactly(rules.split(" "));
        }
    }

    @Test
    void anUnknownFunctionEndsTheReadingOfALaterVersion() {
        assertThat(CompiledXPath.findings(model("contians(a, 'b') +", Version.V1, Result.STRING)))
                .extracting(Finding::rule)
                .containsExactly("xpath.function", "xpath.syntax");
        assertThat(CompiledXPath.findings(model("contians(a, 'b') +", Version.V2, Result.STRING)))
                .extracting(Finding::rule)
                .containsExactly("xpath.function");
    }

    @Test
    void functionsThatReachOutsideAreNotCalledForFurtherFindings() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String address = "'http://127.0.0.1:" + server.getLocalPort() + "/a'";
            for (String function :
                    List.of("doc", "doc-available", "unparsed-text", "unparsed-text-available", "json-doc")) {
                assertThat(CompiledXPath.findings(model(function + "(" + address + ") = [", Version.V2, Result.STRING)))
                        .extracting(Finding::rule)
                        .containsExactly("xpath.function", "xpath.syntax");
                assertThat(CompiledXPath.findings(model(function + "(" + address + ")", Version.V2, Result.STRING)))
                        .extracting(Finding::rule)
                        .containsExactly("xpath.function");
            }
            server.setSoTimeout(1);
            assertThatThrownBy(server::accept).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "count(for $i in 1 to 2000000000 return $i[. = -1])",
                "string-join((1 to 1000000000) ! 'x')",
                "fold-left(1 to 60, 'x', function($s, $i) {concat($s, $s)})",
                "count(for $a in //*, $b in //*, $c in //* return $a[$b is $c])",
                "for $i in 1 to 100000000 return matches('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', '^(a+)+b$')"
            })
    void endlessExpressionsAreStopped(String text) {
        XPath model = model(text, Version.V2, Result.STRING);
        assertThatThrownBy(() -> evaluated(model, HASTY, "<a>" + "<a/>".repeat(2000) + "</a>"))
                .satisfies(
                        failure -> assertThat((failure instanceof EvaluationFailedException e && e.kind() == Kind.LIMIT)
                                        || (failure instanceof InvalidXPathException i
                                                && i.findings().get(0).rule().equals("xpath.limit")))
                                .as(failure.toString())
                                .isTrue());
    }

    @Test
    void anExpressionThatIsNestedTooDeepIsAFinding() {
        String deep = "(".repeat(4000) + "1" + ")".repeat(4000);

        assertThat(CompiledXPath.findings(model(deep, Version.V2, Result.STRING)))
                .extracting(Finding::rule)
                .containsAnyOf("xpath.limit", "xpath.syntax");
    }

    @Test
    void namesOfMessagesAreForgotten() throws Exception {
        CompiledXPath xpath = CompiledXPath.compile(model("string(/*)", Version.V1, Result.STRING), PATIENT);
        for (int i = 0; i < 30; i++) {
            StringBuilder names = new StringBuilder("<a>");
            for (int n = 0; n < 2000; n++) {
                names.append("<n").append(i).append('_').append(n).append("/>");
            }
            assertThat(xpath.evaluate(names.append("</a>").toString().getBytes(UTF_8), Map.of())
                            .text())
                    .isEmpty();
        }

        assertThat(xpath.names()).isLessThan(25_000);
    }

    private static byte[] documentOfNames(int count) {
        StringBuilder names = new StringBuilder("<a");
        for (int n = 0; n < count; n++) {
            names.append(n % 100 == 99 ? "/><a n" : " n").append(n).append("=''");
        }
        return ("<r>" + names + "/></r>").getBytes(UTF_8);
    }

    @Test
    void namesOfOneMessageAreNotKeptUntilTheNext() throws Exception {
        CompiledXPath xpath = CompiledXPath.compile(model("count(//a)", Version.V2, Result.STRING), PATIENT);

        assertThat(xpath.evaluate(documentOfNames(30_000), Map.of()).text()).isEqualTo("301");
        assertThat(xpath.names()).isZero();
        assertThat(xpath.evaluate(documentOfNames(100), Map.of()).text()).isEqualTo("2");
        assertThat(xpath.names()).isEqualTo(102);
        assertThatThrownBy(() -> xpath.evaluate(documentOfNames(60_000), Map.of()))
                .isInstanceOfSatisfying(EvaluationFailedException.class, e -> assertThat(e.kind())
                        .isEqualTo(Kind.LIMIT));
        assertThat(xpath.names()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sum(//@p)          | 1800000.5      | true",
                "sum(//@p) * 10     | 18000005       | true",
                "1e0 div 0          | Infinity       | true",
                "-1e0 div 0         | -Infinity      | true",
                "number('x')        | NaN            | false",
                "xs:decimal('1.50') | 1.5            | true",
                "1 = 1              | 1              | true",
                "0e0                | 0              | false",
                "//@p               | 1800000        | true",
                "()                 | NaN            | false"
            })
    void numbersOfVersion3AreExact(String text, String number, boolean truth) throws Exception {
        XPathResult result = evaluated(text, Version.V2, Result.NUMBER, "<a><i p='1800000'/><i p='0.5'/></a>");

        assertThat(result.text()).isEqualTo(number);
        assertThat(result.isTrue()).isEqualTo(truth);
    }

    @Test
    void aDocumentTypeIsRefused() {
        assertThatThrownBy(() -> evaluated(
                        "/a",
                        Version.V1,
                        Result.STRING,
                        "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><a>&e;</a>"))
                .isInstanceOf(EvaluationFailedException.class)
                .hasMessage("A DOCTYPE is not accepted.");
    }
}
