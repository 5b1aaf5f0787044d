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

    private static final String DEPTH = "<xsl:param name='depth'/>";

    private DeepestCalls() {}

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(null, DeepestCalls::calls, "calls", 512 << 10);
        thread.start();
        thread.join();
    }

    private static void calls() {
        System.out.println("what is deeper and deeper -> " + ascending());
        for (String method : OUTPUTS) {
            calls(method, writing(method), writing("none"));
        }
        for (String call : CALLS) {
            calls(call, calling(call), calling("string-length(/r/t)"));
        }
    }

    /**
     * @param harmless as deep, but without the function under test
     */
    private static void calls(String name, String sheet, String harmless) {
        Stylesheet tried = compiled(sheet, LIMITS);
        int deepest = deepest(compiled(harmless, LIMITS));
        for (int depth = deepest; depth > deepest - 60 && depth > 0; depth--) {
            result(tried, depth);
        }
        System.out.println(name + " -> " + result(compiled(sheet, LIMITS), 0));
    }

    /**
     * The first depth that is too deep exceeds the stack by very little, and the code that stops it was never used
     * before.
     */
    private static String ascending() {
        Stylesheet sheet = compiled(calling("string-length(/r/t)"), LIMITS);
        String result = "done";
        for (int depth = 20; result.equals("done"); depth++) {
            result = result(sheet, depth);
        }
        String endless = "<xsl:stylesheet version='3.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>"
                + "<xsl:template match='/'><xsl:variable name='r' select='/none'/><r>"
                + "<xsl:value-of select='count((1 to 2000000000)[. mod 7 = 8 + count($r)])'/></r>"
                + "</xsl:template></xsl:stylesheet>";
        String after = result(compiled(endless, EvaluationLimits.XPATH), 0);
        return result.equals("LIMIT") && after.equals("LIMIT") ? "done" : result + ", then " + after;
    }

    private static int deepest(Stylesheet sheet) {
        int works = 0;
        int fails = 100_000;
        while (fails - works > 1) {
            int depth = (works + fails) / 2;
            if (result(sheet, depth).equals("done")) {
                works = depth;
            } else {
                fails = depth;
            }
        }
        return works;
    }

    /** Calls a function at the depth of the header. */
    private static String calling(String call) {
        return "<xsl:stylesheet version='3.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform' xmlns:f='urn:f'"
                + " xmlns:map='http://www.w3.org/2005/xpath-functions/map' xmlns:xs='http://www.w3.org/2001/XMLSchema'>"
                + DEPTH
                + "<xsl:template match='/'><r><xsl:value-of select='f:f(xs:integer($depth), /)'/></r></xsl:template>"
                + "<xsl:function name='f:f'><xsl:param name='n'/><xsl:param name='d'/><xsl:for-each select='$d'>"
                + "<xsl:sequence select=\"if ($n = 0) then string-length(string(" + call
                + ")) else f:f($n - 1, $d) + 1\"/>"
                + "</xsl:for-each></xsl:function></xsl:stylesheet>";
    }

    /** The output begins at the deepest call. */
    private static String writing(String method) {
        boolean nothing = method.equals("none");
        return "<xsl:stylesheet version='3.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'"
                + " xmlns:xs='http://www.w3.org/2001/XMLSchema'>" + DEPTH
                + "<xsl:output method='" + (nothing ? "xml" : method) + "'/>"
                + "<xsl:template match='/'><xsl:call-template name='f'>"
                + "<xsl:with-param name='n' select='xs:integer($depth)'/></xsl:call-template></xsl:template>"
                + "<xsl:template name='f'><xsl:param name='n'/><xsl:choose><xsl:when test='$n = 0'>"
                + (nothing ? "" : "<a b='&#xe9;'>&#x20ac;&lt;<xsl:comment>c</xsl:comment></a>")
                + "</xsl:when><xsl:otherwise><xsl:for-each select='.'><xsl:call-template name='f'>"
                + "<xsl:with-param name='n' select='$n - 1'/></xsl:call-template></xsl:for-each><xsl:if test='$n = -1'>x</xsl:if>"
                + "</xsl:otherwise></xsl:choose></xsl:template></xsl:stylesheet>";
    }

    private static Stylesheet compiled(String sheet, EvaluationLimits limits) {
        try {
            return Stylesheet.compile(new TextFiles(Map.of("a.xsl", sheet)), "a.xsl", limits);
        } catch (InvalidStylesheetException e) {
            throw new IllegalArgumentException(sheet, e);
        }
    }

    private static String result(Stylesheet sheet, int depth) {
        try {
            sheet.transform(DOCUMENT.getBytes(UTF_8), Map.of("depth", Integer.toString(depth)));
            return "done";
        } catch (EvaluationFailedException e) {
            return e.kind().toString();
        } catch (Throwable e) { // the error under test
            return e.toString();
        }
    }
}
