package org.esbmt.camel.se.internal.xslt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.esbmt.camel.se.internal.document.EvaluationFailedException;
import org.esbmt.camel.se.internal.document.EvaluationFailedException.Kind;
import org.esbmt.camel.se.internal.document.EvaluationLimits;
import org.esbmt.camel.se.internal.document.TextFiles;
import org.esbmt.jbi.container.api.unit.Finding;
import org.esbmt.xml.api.XmlLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stylesheets that attack: they get nothing from outside, and each of them ends. */
@Timeout(60)
class PoisonedStylesheetsTest {
    private static final EvaluationLimits LIMITS =
            new EvaluationLimits(Duration.ofMillis(500), 64 << 20, 1 << 20, XmlLimits.DEFAULTS);

    private static String sheet(String content) {
        return "<xsl:stylesheet version='3.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform' xmlns:f='urn:f'"
                + " xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns:saxon='http://saxon.sf.net/'"
                + " xmlns:java='java:java.lang.System' xmlns:file='http://expath.org/ns/file'"
                + " xmlns:fn='http://www.w3.org/2005/xpath-functions'>" + content + "</xsl:stylesheet>";
    }

    private static String of(String select) {
        return sheet("<xsl:template match='/'><r><xsl:value-of select=\"" + select + "\"/></r></xsl:template>");
    }

    /** The failure that stops the stylesheet, at its run or already at its compilation. */
    private static EvaluationFailedException failure(String sheet, String document) throws Exception {
        int threads = Thread.activeCount();
        EvaluationFailedException failure = catchThrowableOfType(
                EvaluationFailedException.class, () -> compiled(sheet).transform(document.getBytes(UTF_8), Map.of()));
        assertThat(Thread.activeCount()).isLessThanOrEqualTo(threads + 1); // the watching thread
        assertThatOthersGoOn();
        return failure;
    }

    private static Stylesheet compiled(String sheet) throws EvaluationFailedException {
        try {
            return Stylesheet.compile(new TextFiles(Map.of("a.xsl", sheet)), "a.xsl", LIMITS);
        } catch (InvalidStylesheetException e) {
            boolean limit = e.findings().get(0).rule().equals("xslt.limit");
            throw new EvaluationFailedException(limit ? Kind.LIMIT : Kind.EXPRESSION, e.getMessage());
        }
    }

    private static void assertThatOthersGoOn() throws Exception {
        Stylesheet other = Stylesheet.compile(
                new TextFiles(Map.of("b.xsl", sheet("<xsl:template match='/'><ok/></xsl:template>"))),
                "b.xsl",
                EvaluationLimits.XSLT);
        assertThat(new String(other.transform("<a/>".getBytes(UTF_8), Map.of()), UTF_8))
                .contains("<ok");
    }

    private static void assertStopped(String sheet) throws Exception {
        assertStopped(sheet, "<a/>");
    }

    private static void assertStopped(String sheet, String document) throws Exception {
        EvaluationFailedException failure = failure(sheet, document);
        assertThat(failure).isNotNull();
        assertThat(failure.kind()).as(failure.getMessage()).isEqualTo(Kind.LIMIT);
    }

    // ---- endless evaluations

    @Test
    void tailRecursion() throws Exception {
        assertStopped(sheet("<xsl:template match='/'><xsl:call-template name='t'/></xsl:template>"
                + "<xsl:template name='t'><xsl:call-template name='t'/></xsl:template>"));
    }

    @Test
    void otherRecursion() throws Exception {
        assertStopped(sheet("<xsl:template match='/' name='t'><r><xsl:call-template name='t'/></r></xsl:template>"));
    }

    @Test
    void recursionOfFunctions() throws Exception {
        assertStopped(
                sheet(
                        "<xsl:template match='/'><xsl:value-of select='f:f(1)'/></xsl:template>"
                                + "<xsl:function name='f:f'><xsl:param name='n'/><xsl:sequence select='f:f($n + 1) + 1'/></xsl:function>"));
    }

    @Test
    void recursionThatIsCaughtEachTime() throws Exception {
        assertStopped(sheet("<xsl:template match='/' name='t'><xsl:try><r><xsl:call-template name='t'/></r>"
                + "<xsl:catch><xsl:call-template name='t'/></xsl:catch></xsl:try></xsl:template>"));
    }

    /**
     * A class of the Java library whose initialization fails is lost until the process ends. The process only
     * interprets, so that its stack is the same each time. It takes longer for that.
     */
    @Test
    @Timeout(600)
    void recursionThatEndsInAClassInitialization() throws Exception {
        String output = output(DeepestCalls.class, "-Xint");

        assertThat(output.lines()).hasSize(12).allMatch(line -> line.endsWith(" -> done"), output);
    }

    /** The first transformation of a process is stopped when it begins its result; the others go on. */
    @Test
    void theFirstTransformationIsStopped() throws Exception {
        assertThat(output(StoppedFirstUse.class)).isEqualToIgnoringNewLines("LIMIT, then done");
    }

    private static String output(Class<?> main, String... options) throws Exception {
        List<String> command =
                new ArrayList<>(List.of(ProcessHandle.current().info().command().orElseThrow()));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            return new String(process.getInputStream().readAllBytes(), UTF_8);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void fibonacciWithoutOutput() throws Exception {
        assertStopped(sheet("<xsl:template match='/'><xsl:value-of select='f:f(90)'/></xsl:template>"
                + "<xsl:function name='f:f'><xsl:param name='n'/><xsl:sequence select=\"if ($n lt 2) then $n else f:f($n - 1)"
                + " + f:f($n - 2)\"/></xsl:function>"));
    }

    @Test
    void iterationAndCounting() throws Exception {
        assertStopped(sheet("<xsl:template match='/'><xsl:iterate select='1 to 2000000000'/><xsl:for-each select='1 to"
                + " 2000000000'><xsl:if test='. = -1'>x</xsl:if></xsl:for-each></xsl:template>"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "count((1 to 2000000000)[. mod 7 = 1])",
                "sum(for $i in 1 to 2000000000 return $i)",
                "count(for $a in //a, $b in //a, $c in //a return $a[$b is $c])",
                "some $i in 1 to 1000000, $j in 1 to 1000000 satisfies $i = -$j",
                "fold-left(1 to 2000000000, 0, function($a, $b) {$a + $b})",
                "max((1 to 2000000000) ! (. mod 9))",
                "fn:sort((1 to 100000000) ! (-.))[1]",
                "string-length(translate(string-join((1 to 3000000) ! 'x'), 'x', 'y'))",
                "deep-equal((1 to 2000000000), (1 to 2000000000))",
                "index-of((1 to 2000000000), -1)",
                "distinct-values(1 to 1000000000)"
            })
    void loops(String expression) throws Exception {
        assertStopped(of(expression), "<a>" + "<a/>".repeat(2000) + "</a>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "matches(string-join((1 to 40) ! 'a'), '^(a+)+b$')",
                "replace(string-join((1 to 60) ! 'a'), '(a|aa)+$b', '')",
                "tokenize(string-join((1 to 60) ! 'a'), '(a*)*b')",
                "matches(string-join((1 to 40) ! 'a'), '(a+)+b', 'j')",
                "matches(string-join((1 to 40) ! 'a'), '(a+)+b', '!')",
                "matches(string-join((1 to 40) ! 'a'), '(a+)+b', ';j')"
            })
    void backtrackingRegularExpressions(String expression) throws Exception {
        assertThat(failure(of("for $i in 1 to 100000000 return " + expression), "<a/>"))
                .isNotNull();
    }

    /**
     * They end, with or without a result: the Java library takes the product of the lengths, which would be minutes
     * here.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "contains(/r/a, /r/b)",
                "count(//a[contains(., /r/b)]) = 1",
                "substring-before(substring-before(concat(/r/a, 'c'), 'c'), /r/b)",
                "string-length(substring-after(substring-before(concat(/r/a, 'c'), 'c'), /r/b))"
            })
    void textsInTexts(String expression) throws Exception {
        String document = "<r><a>" + "a".repeat(2_000_000) + "</a><b>" + "a".repeat(1_000_000) + "b</b></r>";

        EvaluationFailedException failure = failure(of(expression), document);

        if (failure != null) {
            assertThat(failure.kind()).as(failure.getMessage()).isEqualTo(Kind.LIMIT);
        }
    }

    /** They end, with or without a result: the Java library takes the square of the length, or more. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "contains(upper-case(/r/a), 'x')",
                "contains(lower-case(/r/b), 'x')",
                "contains(lower-case(/r/c), 'x')"
            })
    void lettersThatDependOnOthers(String expression) throws Exception {
        String document = "<r><a>" + "\u00df".repeat(1_500_000) + "</a><b>" + "\u03a3".repeat(1_000_000) + "</b><c>"
                + "1".repeat(1_000_000) + "\u03a3</c></r>";

        EvaluationFailedException failure = failure(of(expression), document);

        if (failure != null) {
            assertThat(failure.kind()).as(failure.getMessage()).isEqualTo(Kind.LIMIT);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"resolve-uri(/r/b, concat('http://h/', /r/a))", "resolve-uri(/r/c, 'http://h/a')"})
    void addresses(String expression) throws Exception {
        assertStopped(
                of(expression),
                "<r><a>" + "a/".repeat(400_000) + "</a><b>" + "../".repeat(400_000) + "x</b><c>x"
                        + "\u0316\u0301".repeat(200_000) + "</c></r>");
    }

    // ---- memory

    @Test
    void textThatDoubles() throws Exception {
        assertStopped(
                sheet("<xsl:template match='/'><xsl:call-template name='t'><xsl:with-param name='s' select=\"'x'\"/>"
                        + "</xsl:call-template></xsl:template><xsl:template name='t'><xsl:param name='s'/><xsl:call-template name='t'>"
                        + "<xsl:with-param name='s' select='concat($s, $s)'/></xsl:call-template></xsl:template>"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "string-join((1 to 1000000000) ! 'x')",
                "string-length(string-join(1 to 1000000000, 'xxxxxxxxxxxxxxxxxxxxxx'))",
                "codepoints-to-string((1 to 1000000000) ! 65)",
                "fold-left(1 to 60, 'x', function($s, $i) {concat($s, $s)})",
                "fold-left(1 to 60, 'x', function($s, $i) {concat($s, $s, $s, $s, $s, $s, $s, $s, $s, $s)})",
                "fold-left(1 to 60, 'xx', function($s, $i) {replace($s, 'x', 'xx')})",
                "array:size(array{1 to 1000000000})",
                "map:size(map:merge((1 to 1000000000) ! map{.: .}))",
                "string-length(format-date(current-date(), '[Y,1000000000-*]'))",
                "string-length(format-integer(1, string-join((1 to 1000000) ! '0000')))",
                "string-length(serialize((1 to 1000000000)))",
                "reverse((1 to 1000000000) ! (. mod 9))[1]"
            })
    void growingValues(String expression) throws Exception {
        String sheet = of(expression)
                .replace(
                        "xmlns:f=",
                        "xmlns:map='http://www.w3.org/2005/xpath-functions/map' xmlns:array='http://www.w3.org/2005/xpath-functions/array' xmlns:f=");
        assertThat(failure(sheet, "<a/>")).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fold-left(1 to 40, xs:integer(7), function($n, $i) {$n * $n})",
                "fold-left(1 to 40, 0.1, function($n, $i) {$n * $n}) + 1",
                "xs:integer(string-join((1 to 3000000) ! '9'))",
                "xs:decimal(string-join((1 to 3000000) ! '9'))",
                "number(format-number(1, '0')) + xs:integer(fold-left(1 to 40, 3.5, function($n, $i) {$n * $n}))"
            })
    void numbersWithMillionsOfDigits(String expression) throws Exception {
        assertThat(failure(of(expression), "<a/>")).isNotNull();
    }

    @Test
    void marksOfOneCharacter() throws Exception {
        assertStopped(of("normalize-unicode(.)"), "<a>a" + "\u0316\u0301".repeat(300_000) + "</a>");
    }

    @Test
    void outputWithoutEnd() throws Exception {
        assertStopped(sheet("<xsl:template match='/'><xsl:for-each select='1 to 2000000000'><r>0123456789</r>"
                + "</xsl:for-each></xsl:template>"));
    }

    @Test
    void messagesWithoutEnd() throws Exception {
        assertStopped(
                sheet("<xsl:template match='/'><xsl:for-each select='1 to 2000000000'><xsl:message>text</xsl:message>"
                        + "</xsl:for-each></xsl:template>"));
    }

    @Test
    void namesOfOneMessageAreNotKeptUntilTheNext() throws Exception {
        Stylesheet copy =
                Stylesheet.compile(new TextFiles(Map.of("a.xsl", of("count(//*)"))), "a.xsl", EvaluationLimits.XSLT);
        Stylesheet made = Stylesheet.compile(
                new TextFiles(Map.of(
                        "a.xsl",
                        sheet("<xsl:template match='/'><xsl:variable name='t'><xsl:for-each select='//a'>"
                                + "<xsl:element name='{.}'/></xsl:for-each></xsl:variable><r><xsl:value-of"
                                + " select='count($t/*)'/></r></xsl:template>"))),
                "a.xsl",
                EvaluationLimits.XSLT);
        StringBuilder names = new StringBuilder("<r>");
        StringBuilder texts = new StringBuilder("<r>");
        for (int i = 0; i < 30_000; i++) {
            names.append("<n").append(i).append("/>");
            texts.append("<a>n").append(i).append("</a>");
        }

        copy.transform(names.append("</r>").toString().getBytes(UTF_8), Map.of());
        assertThat(copy.isKept()).isFalse();
        copy.transform("<a/>".getBytes(UTF_8), Map.of());
        assertThat(copy.isKept()).isTrue();
        made.transform(texts.append("</r>").toString().getBytes(UTF_8), Map.of());
        assertThat(made.isKept()).isFalse();
    }

    @Test
    void sortingAndGrouping() throws Exception {
        assertStopped(sheet("<xsl:template match='/'><xsl:for-each select='1 to 100000000'><xsl:sort select='-.'/><a/>"
                + "</xsl:for-each></xsl:template>"));
        assertStopped(sheet("<xsl:template match='/'><xsl:for-each-group select='1 to 100000000' group-by='.'><a/>"
                + "</xsl:for-each-group></xsl:template>"));
    }

    @Test
    void keysOfEverything() throws Exception {
        assertStopped(
                sheet(
                        "<xsl:key name='k' match='a' use='for $i in //a return concat(position(), $i)'/><xsl:template match='/'>"
                                + "<xsl:value-of select=\"count(key('k', '1'))\"/></xsl:template>"),
                "<a>" + "<a/>".repeat(20_000) + "</a>");
    }

    @Test
    void treesThatGrow() throws Exception {
        assertStopped(sheet(
                "<xsl:template match='/'><xsl:call-template name='t'><xsl:with-param name='s'><a/></xsl:with-param>"
                        + "</xsl:call-template></xsl:template><xsl:template name='t'><xsl:param name='s'/><xsl:call-template name='t'>"
                        + "<xsl:with-param name='s'><a><xsl:copy-of select='$s'/><xsl:copy-of select='$s'/></a></xsl:with-param>"
                        + "</xsl:call-template></xsl:template>"));
    }

    @Test
    void computationAtTheCompilation() {
        List<Finding> findings = new ArrayList<>();
        try {
            Stylesheet.compile(
                    new TextFiles(Map.of(
                            "a.xsl",
                            sheet("<xsl:variable name='v' static='yes' select='count((1 to 2000000000)[. mod 7 = 1])'/>"
                                    + "<xsl:template match='/' use-when='$v = 1'/>"))),
                    "a.xsl",
                    LIMITS);
        } catch (InvalidStylesheetException e) {
            findings.addAll(e.findings());
        }

        assertThat(findings).extracting(Finding::rule).containsExactly("xslt.limit");
    }

    // ---- access to the outside

    @ParameterizedTest
    @ValueSource(
            strings = {
                "document('file:///etc/passwd')",
                "doc('http://127.0.0.1/')",
                "fn:doc ('x')",
                "Q{http://www.w3.org/2005/xpath-functions}doc('x')",
                "doc(: a comment :)('x')",
                "doc#1",
                "'x' => doc()",
                "collection('file:///')",
                "uri-collection()",
                "unparsed-text('file:///etc/passwd')",
                "unparsed-text-lines('x')",
                "unparsed-text-available('x')",
                "environment-variable('HOME')",
                "available-environment-variables()",
                "system-property('user.home')",
                "system-property('xsl:a' ! 'java.home')",
                "system-property('xsl:a' || 'b')",
                "system-property('xsl:a', doc('x'))",
                "json-doc('x')",
                "transform(map{})",
                "load-xquery-module('x')",
                "random-number-generator()?number",
                "function-lookup(xs:QName('fn:doc'), 1)('x')",
                "parse-xml('&lt;!DOCTYPE a SYSTEM &quot;file:///etc/passwd&quot;>&lt;a/>')",
                "java:exit(1)",
                "saxon:evaluate('1')",
                "file:read-text('/etc/passwd')",
                "Q{java:java.lang.System}getenv()",
                "it's(: '' doc('x') :)"
            })
    void functionsThatReachOutsideAreFindings(String expression) {
        List<Finding> findings =
                Stylesheet.findings(new TextFiles(Map.of("a.xsl", of(expression.replace("'", "&apos;")))), "a.xsl");

        assertThat(findings).isNotEmpty();
        if (!expression.startsWith("it's")) {
            assertThat(findings).extracting(Finding::rule).containsOnly("xslt.function");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<xsl:result-document href='file:///tmp/x'><a/></xsl:result-document>",
                "<xsl:evaluate xpath=\"'doc(1)'\"/>",
                "<xsl:source-document href='file:///etc/passwd'/>",
                "<xsl:merge/>",
                "<r a=\"{'}'}{doc('x')}\"/>",
                "<r a=\"it's {doc('x')}\"/>",
                "<xsl:copy-of _select=\"{'doc(1)'}\"/>",
                "<r xsl:extension-element-prefixes='saxon'><saxon:assign/></r>",
                "<r xml:base='file:///etc/'/>",
                "<r xsl:use-when=\"doc-available('file:///etc/passwd')\"/>",
                "<r xsl:expand-text='yes'>it's {doc('x')}</r>",
                "<r xsl:expand-text='yes'>it's <!-- ' -->{doc('x')}</r>"
            })
    void instructionsThatReachOutsideAreFindings(String instruction) {
        String text = sheet("<xsl:template match='/'>" + instruction + "</xsl:template>");

        assertThat(Stylesheet.findings(new TextFiles(Map.of("a.xsl", text)), "a.xsl"))
                .isNotEmpty()
                .extracting(Finding::rule)
                .doesNotContain("xslt.static");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1/a.xsl",
                "file:///etc/passwd",
                "../a.xsl",
                "/etc/passwd",
                "x/../../a.xsl",
                "%2e%2e/a.xsl",
                "//host/a.xsl",
                "a.xsl#x",
                ""
            })
    void anIncludeFromOutsideTheUnitIsRefused(String href) {
        String text = sheet("<xsl:include href='" + href + "'/>");

        assertThat(Stylesheet.findings(new TextFiles(Map.of("b.xsl", text)), "b.xsl"))
                .extracting(Finding::rule)
                .containsExactly("xslt.import");
    }

    @Test
    void anUnknownFunctionIsNamed() {
        assertThat(Stylesheet.findings(
                        new TextFiles(Map.of("a.xsl", of("contians(a, 'b')".replace("'", "&apos;")))), "a.xsl"))
                .extracting(Finding::sentence)
                .containsExactly("There is no function contians that may be used here.");
    }

    @Test
    void entitiesAreRefused() {
        String text = "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>" + sheet("");

        assertThat(Stylesheet.findings(new TextFiles(Map.of("a.xsl", text)), "a.xsl"))
                .extracting(Finding::rule)
                .containsExactly("xslt.xml");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"http://saxon.sf.net/collation?class=java.lang.String", "http://www.w3.org/2013/collation/UCA"})
    void collationsAreNotLoaded(String collation) throws Exception {
        assertThat(failure(of("compare('a', string(.), concat('" + collation + "', //x))"), "<a/>"))
                .isNotNull();
    }
}
