package org.esbmt.camel.se.internal.xpath;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.xml.XMLConstants;
import javax.xml.namespace.NamespaceContext;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathFactory;
import org.esbmt.camel.se.internal.document.EvaluationLimits;
import org.esbmt.camel.se.internal.model.Expression.XPath;
import org.esbmt.camel.se.internal.model.Expression.XPath.Result;
import org.esbmt.camel.se.internal.model.Expression.XPath.Version;
import org.esbmt.camel.se.internal.model.Place;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** Answers from the stream agree with XPath 1.0, as evaluated over a tree by the platform's own evaluator. */
class StreamQueryTest {
    private static final Map<String, String> NAMESPACES = Map.of("p", "urn:p", "q", "urn:q");

    private static CompiledXPath compiled(String text, Result result) throws InvalidXPathException {
        return CompiledXPath.compile(
                new XPath(text, NAMESPACES, Version.V1, result, "", new Place("r.xml", 1)), EvaluationLimits.XPATH);
    }

    @Test
    void thousandsOfExpressionsAgreeWithTheTree() throws Exception {
        Random random = new Random(20261121);
        javax.xml.xpath.XPath reference = XPathFactory.newDefaultInstance().newXPath();
        reference.setNamespaceContext(new Prefixes());
        reference.setXPathVariableResolver(name -> name.getLocalPart().equals("h") ? "1" : "");
        DocumentBuilderFactory builders = DocumentBuilderFactory.newDefaultInstance();
        builders.setNamespaceAware(true);
        builders.setCoalescing(true);
        int held = 0;
        for (int d = 0; d < 150; d++) {
            String text = document(random);
            Document tree = builders.newDocumentBuilder().parse(new InputSource(new StringReader(text)));
            for (int e = 0; e < 40; e++) {
                String expression = expression(random, 2);
                StreamPlan plan = StreamParser.parse(expression, NAMESPACES).orElseThrow();
                String as = expression + " of " + text;
                boolean expected = Boolean.parseBoolean(reference.evaluate("boolean(" + expression + ")", tree));
                held += expected ? 1 : 0;
                assertThat(answer(plan, Result.BOOLEAN, text, random).isTrue())
                        .as(as)
                        .isEqualTo(expected);
                if (d % 10 == 0) { // compiling takes long
                    assertThat(overTheTree(expression, text)).as(as).isEqualTo(expected);
                }
                assertThat(answer(plan, Result.STRING, text, random).text())
                        .as(as)
                        .isEqualTo(reference.evaluate("string(" + expression + ")", tree));
                assertThat(answer(plan, Result.NUMBER, text, random).text())
                        .as(as)
                        .isEqualTo(reference.evaluate("string(number(" + expression + "))", tree));
            }
        }
        assertThat(held).isBetween(500, 5500);
    }

    /** The answer of Saxon, which evaluates all expressions that do not stream. */
    private static boolean overTheTree(String expression, String document) throws Exception {
        XPath model = new XPath(expression, NAMESPACES, Version.V1, Result.BOOLEAN, "", new Place("r.xml", 1));
        return new FullXPath(model, EvaluationLimits.XPATH)
                .evaluate(document.getBytes(UTF_8), Map.of("h", "1"), EvaluationLimits.XPATH, Integer.MAX_VALUE)
                .isTrue();
    }

    private static XPathResult answer(StreamPlan plan, Result result, String document, Random random) throws Exception {
        StreamQuery query = new StreamQuery(plan, result, Map.of("h", "1"), EvaluationLimits.XPATH.document());
        byte[] bytes = document.getBytes(UTF_8);
        int from = 0;
        while (from < bytes.length) {
            int to = Math.min(bytes.length, from + 1 + random.nextInt(40));
            query.feed(bytes, from, to);
            from = to;
        }
        return query.end();
    }

    private static String pick(Random random, String... of) {
        return of[random.nextInt(of.length)];
    }

    private static String document(Random random) {
        StringBuilder text = new StringBuilder();
        element(random, text, 0);
        return text.toString();
    }

    private static void element(Random random, StringBuilder text, int depth) {
        String name = pick(random, "a", "b", "p:a", "p:b", "q:a");
        text.append('<').append(name);
        if (depth == 0) {
            text.append(" xmlns:p='urn:p' xmlns:q='urn:q'");
        } else if (random.nextInt(6) == 0) {
            text.append(" xmlns='urn:p'");
        }
        if (random.nextInt(2) == 0) {
            text.append(" x='").append(pick(random, "1", "2", " 1", "v")).append('\'');
        }
        if (random.nextInt(3) == 0) {
            text.append(" p:x='").append(pick(random, "1", "&lt;", "v")).append('\'');
        }
        text.append('>');
        int children = random.nextInt(depth > 4 ? 2 : 5);
        for (int i = 0; i < children; i++) {
            switch (random.nextInt(7)) {
                case 0 -> text.append(pick(random, "1", "2", " ", "1.0", "v&amp;\u00e4", "\n"));
                case 1 -> text.append(pick(random, "<!-- 1 -->", "<?p 1?>", "<![CDATA[1]]>", "<![CDATA[ ]]>"));
                default -> {
                    if (depth < 6) {
                        element(random, text, depth + 1);
                    }
                }
            }
        }
        text.append("</").append(name).append('>');
    }

    private static String expression(Random random, int depth) {
        int kind = depth == 0 ? random.nextInt(6) : random.nextInt(11);
        return switch (kind) {
            case 0 -> path(random);
            case 1, 2 ->
                path(random)
                        + pick(random, "=", " != ", "<", "<=", " > ", ">=")
                        + pick(random, "'1'", "\"v\"", "1", " 1.5", "$h", "$none", "''", "'1.0'");
            case 3, 4 ->
                pick(random, "contains(", "starts-with( ")
                        + path(random)
                        + pick(random, ",", " , ")
                        + pick(random, "'1'", "\"v\"", "$h", "$none", "''", "' '", "'12'")
                        + ")";
            case 5 ->
                "count("
                        + path(random)
                        + pick(random, ")=", ") != ", ")<", " )<=", ") > ", ")>=")
                        + pick(random, "0", "1", "2", "3", "1.5");
            case 6 -> "not(" + expression(random, depth - 1) + ")";
            case 7 -> "boolean (" + expression(random, depth - 1) + ")";
            case 8 -> "(" + expression(random, depth - 1) + ")";
            case 9 -> test(random, depth) + " and " + test(random, depth);
            default -> test(random, depth) + " or " + test(random, depth);
        };
    }

    /** A test without 'and' and 'or' at the outside, whose precedence would change its meaning. */
    private static String test(Random random, int depth) {
        return random.nextBoolean()
                ? path(random)
                : pick(random, "not(", "boolean(", "(") + expression(random, depth - 1) + ")";
    }

    private static String path(Random random) {
        boolean anywhere = random.nextInt(3) == 0;
        StringBuilder path = new StringBuilder(anywhere ? "//" : "/");
        int steps = 1 + random.nextInt(4);
        for (int i = 0; i < steps; i++) {
            path.append(i == 0 ? "" : "/").append(pick(random, "*", "*", "a", "b", "p:a", "p:b", "q:a"));
            boolean mayCount = i > 0 || !anywhere;
            switch (random.nextInt(6)) {
                case 0 -> path.append(pick(random, "[@x='1']", "[ @p:x = 'v' ]", "[@x=\"2\"]"));
                case 1 -> path.append(mayCount ? pick(random, "[1]", "[2]", "[ 1 ]") : "");
                default -> path.append("");
            }
        }
        return path.append(pick(random, "", "", "", "/@x", "/@p:x", "/text()")).toString();
    }

    @Test
    void theDecisionComesBeforeTheEndOfTheDocument() throws Exception {
        StreamQuery exists = compiled("//a", Result.BOOLEAN).stream(Map.of());
        StreamQuery compares = compiled("/r/a = 'x'", Result.BOOLEAN).stream(Map.of());
        StreamQuery contains = compiled("contains(/r/a, 'x')", Result.BOOLEAN).stream(Map.of());
        StreamQuery counts = compiled("count(//*) > 1", Result.BOOLEAN).stream(Map.of());
        StreamQuery first = compiled("/r/a", Result.STRING).stream(Map.of());
        byte[] bytes = "<r><a>x</a>".getBytes(UTF_8);

        assertThat(exists.feed(bytes, 0, bytes.length)).isEqualTo(StreamQuery.State.DECIDED);
        assertThat(compares.feed(bytes, 0, bytes.length)).isEqualTo(StreamQuery.State.DECIDED);
        assertThat(contains.feed(bytes, 0, bytes.length)).isEqualTo(StreamQuery.State.DECIDED);
        assertThat(counts.feed(bytes, 0, 6)).isEqualTo(StreamQuery.State.DECIDED);
        assertThat(first.feed(bytes, 0, bytes.length - 4)).isEqualTo(StreamQuery.State.UNDECIDED);
        assertThat(first.feed(bytes, bytes.length - 4, bytes.length)).isEqualTo(StreamQuery.State.DECIDED);
        assertThat(List.of(
                        exists.end().isTrue(),
                        compares.end().isTrue(),
                        contains.end().isTrue(),
                        counts.end().isTrue(),
                        first.end().text()))
                .isEqualTo(List.of(true, true, true, true, "x"));
    }

    @Test
    void othersAreLeftToSaxon() throws Exception {
        for (String text : List.of(
                "//a[1]",
                "/a//b",
                "a",
                "/a[b]",
                "/a[1][@x='1']",
                "count(/a)",
                "count(/a) = '1'",
                "count(/a) = $h",
                "contains('x', /a)",
                "contains(/a, /b)",
                "contains(/a, 'x') = true()",
                "starts-with(/a)",
                "string(/a)",
                "boolean('x')",
                "(/a)[1]",
                "(/a)/b",
                "(/a) = 'x'",
                "/a/text()[1]",
                "/",
                "/a = /b",
                "/a | /b",
                "/a = -1")) {
            assertThat(compiled(text, Result.STRING).streams()).as(text).isFalse();
        }
    }

    private static final class Prefixes implements NamespaceContext {
        @Override
        public String getNamespaceURI(String prefix) {
            return NAMESPACES.getOrDefault(prefix, XMLConstants.NULL_NS_URI);
        }

        @Override
        public String getPrefix(String namespace) {
            return null;
        }

        @Override
        public Iterator<String> getPrefixes(String namespace) {
            return List.<String>of().iterator();
        }
    }
}
