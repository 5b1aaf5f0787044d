package org.esbmt.benchmarks.jmh;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.esbmt.camel.se.internal.document.EvaluationFailedException;
import org.esbmt.camel.se.internal.document.EvaluationLimits;
import org.esbmt.camel.se.internal.xslt.InvalidStylesheetException;
import org.esbmt.camel.se.internal.xslt.Stylesheet;
import org.esbmt.jbi.container.api.unit.UnitFiles;
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

/** Transforms a document from bytes to bytes, with all limits. */
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

    private record OneFile(String name, byte[] bytes) implements UnitFiles {
        @Override
        public SortedSet<String> names() {
            return new TreeSet<>(Map.of(name, bytes).keySet());
        }

        @Override
        public Optional<byte[]> content(String asked) {
            return asked.equals(name) ? Optional.of(bytes.clone()) : Optional.empty();
        }
    }

    @Param
    private Work work;

    /** The approximate size of the order in bytes. */
    @Param({"1024", "10240"})
    private int size;

    private Stylesheet stylesheet;
    private byte[] order;

    /** Compiles the stylesheet and writes the order. */
    @Setup
    public void prepare() throws InvalidStylesheetException {
        String text = "<xsl:stylesheet version='2.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'"
                + " xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns:o='urn:orders'>" + work.templates
                + "</xsl:stylesheet>";
        stylesheet = Stylesheet.compile(new OneFile("a.xsl", text.getBytes(UTF_8)), "a.xsl", EvaluationLimits.XSLT);
        StringBuilder out = new StringBuilder("<o:order xmlns:o='urn:orders'>");
        for (int i = 100; out.length() < size; i++) {
            out.append("<o:line on='2026-11-22'><o:article>bolt-")
                    .append(i)
                    .append("</o:article><o:quantity>17</o:quantity><o:note>as always, please</o:note></o:line>");
        }
        order = out.append("</o:order>").toString().getBytes(UTF_8);
    }

    @Benchmark
    public byte[] transform() throws EvaluationFailedException {
        return stylesheet.transform(order, Map.of());
    }
}
