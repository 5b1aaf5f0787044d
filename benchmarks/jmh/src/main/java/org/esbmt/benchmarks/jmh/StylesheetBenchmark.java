package org.esbmt.benchmarks.jmh;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.esbmt.camel.se.internal.xslt.InvalidStylesheetException;
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

/** Transforms a document from bytes to bytes, with all limits, and for comparison without the checks in Saxon. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 8, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class StylesheetBenchmark {

    /** The work on each line of an order. */
    public enum Work {
        /** Renames the line, and copies the rest. */
        RENAME("<xsl:template match='@* | node()'><xsl:copy><xsl:apply-templates select='@* | node()'/></xsl:copy>"
                + "</xsl:template>"
                + "<xsl:template match='o:line'><o:item><xsl:apply-templates select='@* | node()'/></o:item>"
                + "</xsl:template>"),
        /** Copies an envelope of many small elements. */
        IDENTITY("<xsl:template match='@* | node()'><xsl:copy><xsl:apply-templates select='@* | node()'/></xsl:copy>"
                + "</xsl:template>"),
        /** Calls into the Java library, each after a check of the free stack. */
        FORMAT("<xsl:template match='/'><o:dates><xsl:for-each select='//o:line'><o:date>"
                + "<xsl:value-of select=\"format-date(xs:date(@on), '[D1] [MNn] [Y0001]')\"/>"
                + "<xsl:value-of select=\"format-number(o:quantity, '#,##0.00')\"/>"
                + "</o:date></xsl:for-each></o:dates></xsl:template>");

        private final String templates;

        Work(String templates) {
            this.templates = templates;
        }
    }

    /** The checks in Saxon's classes that can stop an evaluation. */
    public enum Checks {
        ON,
        /** Woven in, but empty. */
        OFF
    }

    @Param
    private Checks checks;

    @Param
    private Work work;

    /** The approximate size of the document in bytes. */
    @Param({"1024", "10240"})
    private int size;

    private UnaryOperator<byte[]> transformation;
    private byte[] document;

    /** Compiles the stylesheet and writes the document. */
    @Setup
    @SuppressWarnings("unchecked") // of another loader's class, which implements the same interface
    public void prepare() throws InvalidStylesheetException, ReflectiveOperationException {
        String text = "<xsl:stylesheet version='2.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'"
                + " xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns:o='urn:orders'>" + work.templates
                + "</xsl:stylesheet>";
        transformation = checks == Checks.ON
                ? new Transformation(text)
                : (UnaryOperator<byte[]>) new UnguardedLoader()
                        .loadClass(Transformation.class.getName())
                        .getConstructor(String.class)
                        .newInstance(text);
        document = (work == Work.IDENTITY ? stocks() : order()).getBytes(UTF_8);
    }

    private String order() {
        StringBuilder out = new StringBuilder("<o:order xmlns:o='urn:orders'>");
        for (int i = 100; out.length() < size; i++) {
            out.append("<o:line on='2026-11-22'><o:article>bolt-")
                    .append(i)
                    .append("</o:article><o:quantity>17</o:quantity><o:note>as always, please</o:note></o:line>");
        }
        return out.append("</o:order>").toString();
    }

    /** An envelope of many small elements, in the shape of the public ESB benchmark. */
    private String stocks() {
        StringBuilder out = new StringBuilder("<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'>"
                + "<s:Header/><s:Body><m:buyStocks xmlns:m='http://services.samples/xsd'>");
        for (int i = 100; out.length() < size; i++) {
            out.append("<order><symbol>IBM</symbol><buyerID>buyer-")
                    .append(i)
                    .append("</buyerID><price>140.34</price><volume>2000</volume></order>");
        }
        return out.append("</m:buyStocks></s:Body></s:Envelope>").toString();
    }

    @Benchmark
    public byte[] transform() {
        return transformation.apply(document);
    }
}
