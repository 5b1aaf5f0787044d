package org.esbmt.camel.se.internal.xslt;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.esbmt.camel.se.internal.document.EvaluationFailedException;
import org.esbmt.camel.se.internal.document.EvaluationLimits;
import org.esbmt.camel.se.internal.document.TextFiles;
import org.esbmt.xml.api.XmlLimits;

/**
 * Calls functions for the first time in their process where hardly anything is left of the stack, and then where there is
 * all of it. A process of its own, of which much may be broken afterwards.
 */
final class DeepestCalls {
    private static final EvaluationLimits LIMITS =
            new EvaluationLimits(Duration.ofSeconds(60), 512 << 20, 1 << 20, XmlLimits.DEFAULTS);
    private static final List<String> CALLS = List.of(
            "normalize-unicode(/r/t, /r/f)",
            "format-dateTime(xs:dateTime(/r/d), '[FNn] [W] [z]', 'en', (), 'America/New_York')",
            "parse-ietf-date(/r/i)",
            "resolve-uri(/r/u, 'http://h/a')",
            "xs:gYear(/r/y)",
            "xs:dateTime(/r/d) - xs:dateTime('2020-01-01T00:00:00Z')",
            "serialize(/r, map{'method': string(/r/m)})");
    private static final String DOCUMENT =
            "<r><t>e&#x301;</t><f>NFC</f><d>2026-11-22T01:02:03Z</d><i>Wed, 06 Jun 1994 07:29:35 GMT</i><u>&#xe9;/../b</u>"
                    + "<y>2026</y><m>json</m></r>";

    private DeepestCalls() {}

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(null, DeepestCalls::calls, "calls", 512 << 10);
        thread.start();
        thread.join();
    }

    private static void calls() {
        int deepest = deepest();
        for (String call : CALLS) {
            for (int depth = deepest; depth > deepest - 60 && depth > 0; depth--) {
                result(call, depth);
            }
            System.out.println(call + " -> " + result(call, 0));
        }
    }

    private static int deepest() {
        int works = 0;
        int fails = 100_000;
        while (fails - works > 1) {
            int depth = (works + fails) / 2;
            if (result("string-length(/r/t)", depth).equals("done")) {
                works = depth;
            } else {
                fails = depth;
            }
        }
        return works;
    }

    private static String result(String call, int depth) {
        String sheet = "<xsl:stylesheet version='3.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform' xmlns:f='urn:f'"
                + " xmlns:map='http://www.w3.org/2005/xpath-functions/map' xmlns:xs='http://www.w3.org/2001/XMLSchema'>"
                + "<xsl:template match='/'><r><xsl:value-of select='f:f(" + depth + ", /)'/></r></xsl:template>"
                + "<xsl:function name='f:f'><xsl:param name='n'/><xsl:param name='d'/><xsl:for-each select='$d'>"
                + "<xsl:sequence select=\"if ($n = 0) then string-length(string(" + call
                + ")) else f:f($n - 1, $d) + 1\"/>"
                + "</xsl:for-each></xsl:function></xsl:stylesheet>";
        try {
            Stylesheet.compile(new TextFiles(Map.of("a.xsl", sheet)), "a.xsl", LIMITS)
                    .transform(DOCUMENT.getBytes(UTF_8), Map.of());
            return "done";
        } catch (EvaluationFailedException e) {
            return e.kind().toString();
        } catch (InvalidStylesheetException e) {
            return e.getMessage();
        } catch (Throwable e) { // what is looked for
            return e.toString();
        }
    }
}
