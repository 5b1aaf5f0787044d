package org.esbmt.benchmarks.jmh;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.esbmt.camel.se.internal.document.EvaluationFailedException;
import org.esbmt.camel.se.internal.document.EvaluationLimits;
import org.esbmt.camel.se.internal.model.Expression.XPath;
import org.esbmt.camel.se.internal.model.Expression.XPath.Result;
import org.esbmt.camel.se.internal.model.Expression.XPath.Version;
import org.esbmt.camel.se.internal.model.Place;
import org.esbmt.camel.se.internal.xpath.ArrivingQuery;
import org.esbmt.camel.se.internal.xpath.CompiledXPath;
import org.esbmt.camel.se.internal.xpath.InvalidXPathException;
import org.esbmt.camel.se.internal.xpath.XPathResult;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The condition of a content-based router, over a message of the public ESB benchmark without its TenantContext. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class QueryBenchmark {
    private static final String HEAD =
            "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Header>";
    private static final String BODY = "</soap:Header><soap:Body><m:buyStocks xmlns:m=\"urn:esbmt:stocks\">";
    private static final String TAIL = "</m:buyStocks></soap:Body></soap:Envelope>";
    private static final Map<String, String> NAMESPACES =
            Map.of("soap", "http://schemas.xmlsoap.org/soap/envelope/", "m", "urn:esbmt:stocks");

    /** Bytes of the Body. */
    @Param({"1024", "10240"})
    int body = 1024;

    /** The symbol of the condition: the first order has it, or none. */
    @Param({"FIRST", "NONE"})
    String symbol = "FIRST";

    /** A text before it, beyond ASCII or not. */
    @Param({"Zurich", "Z\u00fcrich"})
    String place = "Zurich";

    private CompiledXPath condition;
    private byte[] document;
    /** The pieces of a message whose TenantContext was cut out, in memory of a network. */
    private ByteBuffer head;

    private ByteBuffer rest;

    /** Compiles the condition and writes the message. */
    @Setup
    public void write() throws InvalidXPathException {
        String text = "/soap:Envelope/soap:Body/m:buyStocks/order[1]/symbol = '" + symbol + "'";
        condition = CompiledXPath.compile(
                new XPath(text, NAMESPACES, Version.V1, Result.BOOLEAN, "", new Place("routes.xml", 1)),
                EvaluationLimits.XPATH);
        StringBuilder orders = new StringBuilder(BODY);
        for (int i = 0; i == 0 || orders.length() < body - TAIL.length(); i++) {
            orders.append("<order>")
                    .append(i == 0 ? "<place>" + place + "</place>" : "")
                    .append("<symbol>")
                    .append(i == 0 ? "FIRST" : "SYM" + i % 10)
                    .append("</symbol><buyerID>buyer")
                    .append(i % 7)
                    .append("</buyerID><price>")
                    .append(100 + i % 50)
                    .append(".25</price><volume>")
                    .append(1000 + i % 9 * 100)
                    .append("</volume></order>");
        }
        String written = orders.append(TAIL).toString();
        document = (HEAD + written).getBytes(UTF_8);
        head = direct(HEAD);
        rest = direct(written);
    }

    private static ByteBuffer direct(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    /** The evaluation while a message arrives. */
    @Benchmark
    public XPathResult arriving() throws EvaluationFailedException {
        ArrivingQuery query = condition.arriving(Map.of());
        if (query.feed(head.asReadOnlyBuffer())) {
            boolean unused = query.feed(rest.asReadOnlyBuffer());
        }
        return query.end();
    }

    /** The evaluation over the whole message by the lexer, which copies nothing. */
    @Benchmark
    public XPathResult lexed() throws EvaluationFailedException {
        return condition.evaluate(document, Map.of());
    }
}
