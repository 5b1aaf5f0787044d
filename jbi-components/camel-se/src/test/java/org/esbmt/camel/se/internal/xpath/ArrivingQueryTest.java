package org.esbmt.camel.se.internal.xpath;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import javax.xml.XMLConstants;
import javax.xml.namespace.NamespaceContext;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathFactory;
import org.esbmt.camel.se.internal.document.EvaluationFailedException;
import org.esbmt.camel.se.internal.document.EvaluationLimits;
import org.esbmt.camel.se.internal.model.Expression.XPath;
import org.esbmt.camel.se.internal.model.Expression.XPath.Result;
import org.esbmt.camel.se.internal.model.Expression.XPath.Version;
import org.esbmt.camel.se.internal.model.Place;
import org.esbmt.xml.api.XmlLimits;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** The fast way over plain bytes has the answers and refusals of the lexer, and those of the platform's XPath. */
class ArrivingQueryTest {
    private static final Map<String, String> NAMESPACES = Map.of("p", "urn:p", "q", "urn:q");
    private static final Map<String, String> HEADERS = Map.of("h", "1");
    private static final XmlLimits LIMITS = EvaluationLimits.XPATH.document();

    private static final Result[] RESULTS = {Result.BOOLEAN, Result.STRING, Result.NUMBER};

    private int plain;
    private int answers;

    private interface Evaluation {
        XPathResult run() throws EvaluationFailedException;
    }

    private static String outcome(Evaluation evaluation) {
        try {
            return evaluation.run().toString();
        } catch (EvaluationFailedException e) {
            return e.kind() + ": " + e.getMessage();
        }
    }

    private static XPathResult lexed(StreamPlan plan, Result result, byte[] document) throws EvaluationFailedException {
        StreamQuery query = new StreamQuery(plan, result, HEADERS, LIMITS);
        query.feed(document, 0, document.length);
        return query.end();
    }

    private XPathResult arriving(StreamPlan plan, Result result, byte[] document, SplittableRandom random)
            throws EvaluationFailedException {
        ArrivingQuery query = new ArrivingQuery(plan, result, HEADERS, LIMITS, PlainQuery.answers(plan));
        boolean needsMore = true;
        int longest = random.nextBoolean() ? document.length : 1 + random.nextInt(600);
        for (int from = 0; needsMore && from < document.length; ) {
            int to = Math.min(document.length, from + 1 + random.nextInt(longest));
            needsMore = query.feed(ByteBuffer.wrap(document, from, to - from).asReadOnlyBuffer());
            from = to;
        }
        plain += query.isPlain() ? 1 : 0;
        return query.end();
    }

    @Test
    void answersAndRefusalsAreThoseOfTheLexer() throws Exception {
        long seed = Long.getLong("esbmt.seed", new Random().nextLong());
        System.out.println("ArrivingQueryTest: -Desbmt.seed=" + seed);
        SplittableRandom random = new SplittableRandom(seed);
        int refused = 0;
        for (int d = 0; d < 4000; d++) {
            byte[] document = document(random).getBytes(UTF_8);
            for (int damages = random.nextInt(3); damages > 0; damages--) {
                document = damaged(document, random);
            }
            byte[] bytes = document;
            for (int e = 0; e < 6; e++) {
                String expression = expression(random);
                StreamPlan plan = StreamParser.parse(expression, NAMESPACES).orElseThrow();
                Result result = RESULTS[random.nextInt(RESULTS.length)];
                String expected = outcome(() -> lexed(plan, result, bytes));
                assertThat(outcome(() -> arriving(plan, result, bytes, random)))
                        .as("%s of %s", expression, new String(bytes, UTF_8))
                        .isEqualTo(expected);
                refused += expected.startsWith("MESSAGE") ? 1 : 0;
                answers++;
            }
        }
        assertThat(plain).as("answers of %d without the lexer", answers).isGreaterThan(answers / 40);
        assertThat(refused).isGreaterThan(answers / 10);
    }

    @Test
    void answersAreThoseOfThePlatform() throws Exception {
        SplittableRandom random = new SplittableRandom(20261126);
        javax.xml.xpath.XPath reference = XPathFactory.newDefaultInstance().newXPath();
        reference.setNamespaceContext(new Prefixes());
        reference.setXPathVariableResolver(name -> HEADERS.getOrDefault(name.getLocalPart(), ""));
        DocumentBuilderFactory builders = DocumentBuilderFactory.newDefaultInstance();
        builders.setNamespaceAware(true);
        builders.setCoalescing(true);
        for (int d = 0; d < 300; d++) {
            String text = document(random);
            Document tree = builders.newDocumentBuilder().parse(new InputSource(new StringReader(text)));
            byte[] bytes = text.getBytes(UTF_8);
            for (int e = 0; e < 20; e++) {
                String expression = expression(random);
                StreamPlan plan = StreamParser.parse(expression, NAMESPACES).orElseThrow();
                String as = expression + " of " + text;
                assertThat(arriving(plan, Result.BOOLEAN, bytes, random).isTrue())
                        .as(as)
                        .isEqualTo(Boolean.parseBoolean(reference.evaluate("boolean(" + expression + ")", tree)));
                assertThat(arriving(plan, Result.STRING, bytes, random).text())
                        .as(as)
                        .isEqualTo(reference.evaluate("string(" + expression + ")", tree));
                answers += 2;
            }
        }
        assertThat(plain).as("answers of %d without the lexer", answers).isGreaterThan(answers / 20);
    }

    @Test
    void aLimitBelowThoseOfPlainBytesIsKept() throws Exception {
        XmlLimits limits = new XmlLimits(4, 100, 8192, 1024, 64, 200_000, 1 << 20, 1024);
        XPath model = new XPath("/a/b/a/b/a = '1'", NAMESPACES, Version.V1, Result.BOOLEAN, "", new Place("r.xml", 1));
        EvaluationLimits few = new EvaluationLimits(
                EvaluationLimits.XPATH.time(),
                EvaluationLimits.XPATH.memoryBytes(),
                EvaluationLimits.XPATH.outputBytes(),
                limits);
        byte[] document = "<a><b><a><b><a>1</a></b></a></b></a>".getBytes(UTF_8);

        CompiledXPath compiled = CompiledXPath.compile(model, few);
        ArrivingQuery query = compiled.arriving(Map.of());

        assertThat(outcome(() -> compiled.evaluate(document, Map.of())))
                .isEqualTo("MESSAGE: Elements are nested deeper than 4.");
        assertThat(outcome(() -> {
                    query.feed(ByteBuffer.wrap(document));
                    return query.end();
                }))
                .isEqualTo("MESSAGE: Elements are nested deeper than 4.");
    }

    @Test
    void theDecisionTakesNoLaterPiece() throws Exception {
        XPath model = new XPath("/a/b[1] = 'x'", NAMESPACES, Version.V1, Result.BOOLEAN, "", new Place("r.xml", 1));
        ArrivingQuery query =
                CompiledXPath.compile(model, EvaluationLimits.XPATH).arriving(Map.of());

        assertThat(query.feed(ByteBuffer.wrap("<a><b>".getBytes(UTF_8)))).isTrue();
        assertThat(query.feed(ByteBuffer.wrap("x</b".getBytes(UTF_8)))).isTrue();
        assertThat(query.feed(ByteBuffer.wrap(">".getBytes(UTF_8)))).isFalse();
        assertThat(query.isPlain()).isTrue();
        assertThat(query.end().isTrue()).isTrue();
    }

    /** Bytes that arrive one by one are not read again and again. */
    @Test
    void manySmallPiecesAreLeftToTheLexer() throws Exception {
        XPath model = new XPath("/a/b = 'x'", NAMESPACES, Version.V1, Result.BOOLEAN, "", new Place("r.xml", 1));
        ArrivingQuery query =
                CompiledXPath.compile(model, EvaluationLimits.XPATH).arriving(Map.of());
        byte[] document = "<a><b>y</b><b>x</b></a>".getBytes(UTF_8);

        boolean needsMore = true;
        for (int i = 0; needsMore; i++) {
            needsMore = query.feed(ByteBuffer.wrap(document, i, 1));
        }
        assertThat(query.isPlain()).isFalse();
        assertThat(query.end().isTrue()).isTrue();
    }

    private static String pick(SplittableRandom random, String... of) {
        return of[random.nextInt(of.length)];
    }

    private static String document(SplittableRandom random) {
        StringBuilder text = new StringBuilder(pick(
                random,
                "",
                "",
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
                "<?xml version='1.0' encoding='UTF-8'?>\n",
                "<?xml version='1.0'?>"));
        element(random, text, 0);
        return text.append(pick(random, "", "", "", "\n", "<!-- end -->")).toString();
    }

    private static void element(SplittableRandom random, StringBuilder text, int depth) {
        String name = pick(random, "a", "b", "p:a", "p:b", "q:a");
        text.append('<').append(name);
        if (depth == 0) {
            text.append(" xmlns:p='urn:p' xmlns:q='urn:q'");
        } else if (random.nextInt(8) == 0) {
            text.append(pick(random, " xmlns='urn:p'", " xmlns=''", " xmlns:p='urn:q'"));
        }
        if (random.nextInt(4) == 0) {
            text.append(pick(random, " x='1'", " x='2'", " p:y='v'", " p:y='w'", " x='&lt;'"));
        }
        if (random.nextInt(12) == 0) {
            text.append("/>");
            return;
        }
        text.append('>');
        int children = random.nextInt(depth > 4 ? 1 : 4);
        if (children == 0) {
            text.append(pick(random, "1", "2", " 1", "1.0", "v", "12", "", "\n", "1", "v", "x\r\ny", "v&amp;\u00e4"));
        }
        for (int i = 0; i < children; i++) {
            if (random.nextInt(30) == 0) {
                text.append(pick(random, "1", " ", "\r\n", "<!-- 1 -->", "<?p 1?>", "<![CDATA[1]]>", "\u00e4"));
            }
            element(random, text, depth + 1);
        }
        text.append("</").append(name).append('>');
        if (depth > 0 && random.nextInt(60) == 0) {
            text.append("longer than all plain bytes ".repeat(random.nextInt(100)));
        }
    }

    private static String expression(SplittableRandom random) {
        return switch (random.nextInt(10)) {
            case 0, 1, 2 -> path(random);
            case 3, 4, 5 ->
                path(random)
                        + pick(random, "=", " = ", " != ", "<", "<=", " > ", ">=")
                        + pick(random, "'1'", "\"v\"", "1", " 1.5", "$h", "$none", "''", "'1.0'");
            case 6, 7 ->
                pick(random, "contains(", "starts-with( ")
                        + path(random)
                        + ", "
                        + pick(random, "'1'", "\"v\"", "$h", "$none", "''", "'2'")
                        + ")";
            case 8 -> "count(" + path(random) + ") > " + pick(random, "0", "1");
            default -> "not(" + path(random) + ") or " + path(random) + " = '1'";
        };
    }

    private static String path(SplittableRandom random) {
        boolean anywhere = random.nextInt(8) == 0;
        StringBuilder path = new StringBuilder(anywhere ? "/" : "");
        int steps = 1 + random.nextInt(4);
        for (int i = 0; i < steps; i++) {
            path.append('/').append(pick(random, "*", "*", "*", "a", "b", "p:a", "p:b", "q:a"));
            boolean mayCount = i > 0 || !anywhere;
            switch (random.nextInt(10)) {
                case 0 -> path.append(pick(random, "[@x='1']", "[@p:y = 'v']"));
                case 1, 2 -> path.append(mayCount ? pick(random, "[1]", "[2]", "[3]") : "");
                default -> path.append("");
            }
        }
        return path.append(pick(random, "", "", "", "", "", "/@x", "/text()")).toString();
    }

    private static byte[] damaged(byte[] document, SplittableRandom random) {
        byte[] odd = "<>/\"'&]:=! \r\n\tab-\u00e4\u0000?".getBytes(UTF_8);
        int at = random.nextInt(document.length);
        int replaced = random.nextInt(3);
        int added = random.nextInt(3);
        byte[] damaged = new byte[document.length + 2];
        System.arraycopy(document, 0, damaged, 0, at);
        int to = at;
        for (int i = 0; i < added; i++) {
            damaged[to++] = odd[random.nextInt(odd.length)];
        }
        int from = Math.min(document.length, at + replaced);
        System.arraycopy(document, from, damaged, to, document.length - from);
        return Arrays.copyOf(damaged, Math.max(1, to + document.length - from));
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
