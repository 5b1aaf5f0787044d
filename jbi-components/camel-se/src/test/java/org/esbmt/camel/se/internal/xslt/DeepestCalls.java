package org.esbmt.camel.se.internal.xslt;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.esbmt.camel.se.internal.document.EvaluationFailedException;
import org.esbmt.camel.se.internal.document.EvaluationLimits;
import org.esbmt.camel.se.internal.document.TextFiles;
import org.esbmt.xml.api.XmlLimits;

/**
 * Calls functions for the first time in their process when hardly anything is left of the stack, and then with the
 * whole stack. It needs a process of its own, of which much may be broken afterwards.
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
            "contains(lower-case(/r/l), upper-case(/r/l))",
            "serialize(/r, map{'method': string(/r/m)})");
    private static final List<String> OUTPUTS = List.of("xml", "xhtml", "text");
    private static final String DOCUMENT =
            "<r><t>e&#x301;</t><f>NFC</f><d>2026-11-22T01:02:03Z</d><i>Wed, 06 Jun 1994 07:29:35 GMT</i><u>&#xe9;/../b</u>"
                    + "<y>2026</y><l>&#x3a3;&#x3a3;&#xdf;</l><m>json</m></r>";

    private DeepestCalls() {}

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(null, DeepestCalls::calls, "calls", 512 << 10);
        thread.start();
        thread.join();
    }

    private static void calls() {
        System.out.println("what is deeper and deeper -> " + ascending());
        for (String method : OUTPUTS) {
            calls(method, depth -> writing(method, depth), depth -> writing("none", depth));
        }
        for (String call : CALLS) {
            calls(call, depth -> calling(call, depth), depth -> calling("string-length(/r/t)", depth));
        }
    }

    /**
     * @param harmless as deep, but without the function under test
     */
    private static void calls(String name, IntFunction<String> sheet, IntFunction<String> harmless) {
        int deepest = deepest(harmless);
        for (int depth = deepest; depth > deepest - 60 && depth > 0; depth--) {
            result(sheet.apply(depth));
        }
        System.out.println(name + " -> " + result(sheet.apply(0)));
    }

    /**
     * The first depth that is too deep exceeds the stack by very little, and the code that stops it was never used
     * before.
     */
    private static String ascending() {
        String result = "done";
        for (int depth = 20; result.equals("done"); depth++) {
            result = result(calling("string-length(/r/t)", depth));
        }
        String endless = "<xsl:stylesheet version='3.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>"
                + "<xsl:template match='/'><xsl:variable name='r' select='/none'/><r>"
                + "<xsl:value-of select='count((1 to 2000000000)[. mod 7 = 8 + count($r)])'/></r>"
                + "</xsl:template></xsl:stylesheet>";
        String after = result(endless, EvaluationLimits.XPATH);
        return result.equals("LIMIT") && after.equals("LIMIT") ? "done" : result + ", then " + after;
    }

    private static int deepest(IntFunction<String> sheet) {
        int works = 0;
        int fails = 100_000;
        while (fails - works > 1) {
            int depth = (works + fails) / 2;
            if (result(sheet.apply(depth)).equals("done")) {
                works = depth;
            } else {
                fails = depth;
            }
        }
        return works;
    }

    private static String calling(String call, int depth) {
        return "<xsl:stylesheet version='3.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform' xmlns:f='urn:f'"
                + " xmlns:map='http://www.w3.org/2005/xpath-functions/map' xmlns:xs='http://www.w3.org/2001/XMLSchema'>"
                + "<xsl:template match='/'><r><xsl:value-of select='f:f(" + depth + ", /)'/></r></xsl:template>"
                + "<xsl:function name='f:f'><xsl:param name='n'/><xsl:param name='d'/><xsl:for-each select='$d'>"
                + "<xsl:sequence select=\"if ($n = 0) then string-length(string(" + call
                + ")) else f:f($n - 1, $d) + 1\"/>"
                + "</xsl:for-each></xsl:function></xsl:stylesheet>";
    }

    /** The output begins at the deepest call. */
    private static String writing(String method, int depth) {
        boolean nothing = method.equals("none");
        return "<xsl:stylesheet version='3.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>"
                + "<xsl:output method='" + (nothing ? "xml" : method) + "'/>"
                + "<xsl:template match='/'><xsl:call-template name='f'><xsl:with-param name='n' select='" + depth
                + "'/></xsl:call-template></xsl:template>"
                + "<xsl:template name='f'><xsl:param name='n'/><xsl:choose><xsl:when test='$n = 0'>"
                + (nothing ? "" : "<a b='&#xe9;'>&#x20ac;&lt;<xsl:comment>c</xsl:comment></a>")
                + "</xsl:when><xsl:otherwise><xsl:for-each select='.'><xsl:call-template name='f'>"
                + "<xsl:with-param name='n' select='$n - 1'/></xsl:call-template></xsl:for-each><xsl:if test='$n = -1'>x</xsl:if>"
                + "</xsl:otherwise></xsl:choose></xsl:template></xsl:stylesheet>";
    }

    private static String result(String sheet) {
        return result(sheet, LIMITS);
    }

    private static String result(String sheet, EvaluationLimits limits) {
        try {
            Stylesheet.compile(new TextFiles(Map.of("a.xsl", sheet)), "a.xsl", limits)
                    .transform(DOCUMENT.getBytes(UTF_8), Map.of());
            return "done";
        } catch (EvaluationFailedException e) {
            return e.kind().toString();
        } catch (InvalidStylesheetException e) {
            return e.getMessage();
        } catch (Throwable e) { // the error under test
            return e.toString();
        }
    }
}
