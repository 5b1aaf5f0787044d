package org.esbmt.camel.se.internal.xslt;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.management.ManagementFactory;
import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;
import org.esbmt.camel.se.internal.document.EvaluationFailedException;
import org.esbmt.camel.se.internal.document.EvaluationLimits;
import org.esbmt.camel.se.internal.document.TextFiles;

/**
 * Stops the first transformation of its process directly before its result is begun, and then transforms again. It needs a
 * process of its own.
 */
final class StoppedFirstUse {
    private static final String SHEET =
            "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>"
                    + "<xsl:param name='p'/><xsl:template match='/'><r/></xsl:template></xsl:stylesheet>";

    private StoppedFirstUse() {}

    /** Headers whose look-up takes longer than the evaluation may. */
    private static final class SlowHeaders extends AbstractMap<String, String> {
        @Override
        public String get(Object name) {
            long end = cpuNanos() + EvaluationLimits.XSLT.time().toNanos() * 3 / 2;
            while (cpuNanos() < end) {
                Thread.onSpinWait();
            }
            return null;
        }

        @Override
        public Set<Entry<String, String>> entrySet() {
            return Set.of();
        }

        private static long cpuNanos() {
            return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        }
    }

    public static void main(String[] args) throws InvalidStylesheetException {
        Stylesheet sheet = Stylesheet.compile(new TextFiles(Map.of("a.xsl", SHEET)), "a.xsl", EvaluationLimits.XSLT);
        System.out.println(result(sheet, new SlowHeaders()) + ", then " + result(sheet, Map.of()));
    }

    private static String result(Stylesheet sheet, Map<String, String> headers) {
        try {
            sheet.transform("<a/>".getBytes(UTF_8), headers);
            return "done";
        } catch (EvaluationFailedException e) {
            return e.kind().toString();
        } catch (Throwable e) { // the error under test
            return e.toString();
        }
    }
}
