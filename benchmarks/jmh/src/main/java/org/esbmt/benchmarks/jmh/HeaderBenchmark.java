package org.esbmt.benchmarks.jmh;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.esbmt.http.bc.internal.soap.BodyCheck;
import org.esbmt.http.bc.internal.soap.EnvelopeHeadReader;
import org.esbmt.http.bc.internal.soap.HeadResult;
import org.esbmt.http.bc.internal.soap.HeadResult.Head;
import org.esbmt.http.bc.internal.soap.SoapVersion;
import org.esbmt.http.bc.internal.soap.TenantContextRule;
import org.esbmt.xml.api.XmlLimits;
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

/** Reads a SOAP message's head with the sender's credential, and checks its Body up to the envelope's end. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class HeaderBenchmark {
    private static final String HEAD = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
            + "<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\"><soap:Header>"
            + "<TenantContext xmlns=\"urn:esbmt:tenant-context:1\" soap:mustUnderstand=\"1\">"
            + "<tenantID>0b1f6a52-31a5-4c0e-9a55-6a1f2f0e7d11</tenantID>"
            + "<userID>7e0d8f4e-58b3-4d6e-8f0a-2c9b5a3d1e22</userID>"
            + "<password>correct horse battery staple</password></TenantContext></soap:Header><soap:Body>";
    private static final String TAIL = "</soap:Body></soap:Envelope>";

    /** Bytes of the Body; 0 measures the head alone. */
    @Param({"0", "1024", "10240", "102400"})
    private int body;

    /** The content of the Body: short elements without attributes or with some, or one long text. */
    @Param({"orders", "markup", "text"})
    private String kind;

    private byte[] message;

    @Setup
    public void write() {
        StringBuilder out = new StringBuilder(HEAD).append("<o:order xmlns:o=\"urn:orders\">");
        int end = out.length() + body;
        for (int i = 0; out.length() < end; i++) {
            if (kind.equals("orders")) {
                out.append("<order><symbol>IBM</symbol><buyerID>buyer").append(i * 7919L % 1000);
                out.append("</buyerID><price>").append(i * 31L % 20_000).append(".5</price><volume>");
                out.append(i * 97L % 100_000).append("</volume></order>");
            } else if (kind.equals("markup")) {
                out.append("<item id=\"")
                        .append(i)
                        .append("\"><name>Article number ")
                        .append(i);
                out.append("</name><price currency=\"EUR\">").append(i * 7L).append(".50</price></item>");
            } else {
                out.append("Lorem ipsum dolor sit amet, consectetur. ");
            }
        }
        message = out.append("</o:order>").append(TAIL).toString().getBytes(StandardCharsets.US_ASCII);
    }

    /** The default check of endpoints: plain markup is counted. */
    @Benchmark
    public Head structure() {
        return read(BodyCheck.STRUCTURE);
    }

    /** Each tag must be right by itself. */
    @Benchmark
    public Head envelope() {
        return read(BodyCheck.ENVELOPE);
    }

    /** The check of the Body for well-formed XML. */
    @Benchmark
    public Head wellFormed() {
        return read(BodyCheck.WELL_FORMED);
    }

    private Head read(BodyCheck check) {
        EnvelopeHeadReader reader = new EnvelopeHeadReader(
                XmlLimits.DEFAULTS, SoapVersion.SOAP_1_1, Optional.empty(), TenantContextRule.REQUIRED, check);
        HeadResult result = reader.feed(message, 0, message.length);
        if (result instanceof Head head && head.rest().finish().isEmpty()) {
            return head;
        }
        throw new IllegalStateException("refused: " + result);
    }
}
