package org.esbmt.camel.se.internal.xslt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.esbmt.camel.se.internal.document.TextFiles;
import org.esbmt.jbi.container.api.unit.Finding;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Stylesheets with forbidden parts are compiled for their other mistakes, and reach nothing meanwhile. */
@Timeout(60)
class RefusedStylesheetsTest {
    private static final String SECRET = "the-secret-of-the-machine";
    private static final AtomicBoolean LOADED = new AtomicBoolean();

    /** A class that records its initialization. */
    public static final class Probe {
        static {
            LOADED.set(true);
        }

        private Probe() {}

        /** The result of an extension function. */
        public static String value() {
            return SECRET;
        }
    }

    @TempDir
    Path folder;

    private ServerSocket server;

    @BeforeEach
    void start() throws Exception {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Files.writeString(folder.resolve("secret.txt"), SECRET);
        Files.writeString(folder.resolve("secret.xml"), "<a>" + SECRET + "</a>");
        Files.writeString(folder.resolve("secret.json"), "\"" + SECRET + "\"");
        Files.writeString(folder.resolve("secret.xsl"), sheet("""
                <xsl:template name='xsl:initial-template'><a>%s</a></xsl:template>""".formatted(SECRET)));
        Files.writeString(
                folder.resolve("secret.xqm"),
                "module namespace m = 'urn:m'; declare function m:f() {'" + SECRET + "'};");
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    private static String sheet(String content) {
        return "<xsl:stylesheet version='3.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform' xmlns:f='urn:f'"
                + " xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns:saxon='http://saxon.sf.net/'"
                + " xmlns:fn='http://www.w3.org/2005/xpath-functions' xmlns:map='http://www.w3.org/2005/xpath-functions/map'>"
                + content + "</xsl:stylesheet>";
    }

    /** Replaces words in capitals by the addresses of this machine's secrets. */
    private String addressed(String text) {
        return text.replace("FOLDER", folder.toUri().toString())
                .replace("HTTP", "http://127.0.0.1:" + server.getLocalPort() + "/")
                .replace("PROBE", Probe.class.getName());
    }

    private static List<Finding> findings(String sheet) {
        return Stylesheet.findings(new TextFiles(Map.of("a.xsl", sheet, "b.xml", "<a>" + SECRET + "</a>")), "a.xsl");
    }

    private void assertNothingWasReached(List<Finding> findings) throws Exception {
        server.setSoTimeout(1);
        assertThat(findings).extracting(Finding::sentence).noneMatch(sentence -> sentence.contains(SECRET));
        assertThat(findings)
                .extracting(Finding::sentence)
                .noneMatch(sentence -> sentence.contains(System.getProperty("user.home") + "!"));
        assertThat(LOADED).isFalse();
        assertThatThrownBy(server::accept).isInstanceOf(SocketTimeoutException.class);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).hasSize(5);
        }
    }

    @Test
    void findingsOfTheCheckAndSaxonAreReportedTogether() {
        String bad = """
                <xsl:stylesheet version='2.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>
                <xsl:template match='/'>
                <xsl:copy-of select="document('a.xml')"/>
                <xsl:value-of select="1 +"/>
                <xsl:value-of
                    xml:space='preserve'
                    select="doc('b'), $none"
                />
                <xsl:value-of select="$no"/>
                <xsl:evaluate xpath="'1'"/>
                <r xml:base='x'>
                <xsl:value-of select="substring()"/>
                </r>
                </xsl:template></xsl:stylesheet>""";

        assertThat(findings(bad))
                .extracting(Finding::line, Finding::rule)
                .containsExactly(
                        tuple(3, "xslt.function"),
                        tuple(5, "xslt.function"),
                        tuple(10, "xslt.element"),
                        tuple(11, "xslt.attribute"),
                        tuple(4, "xslt.static"),
                        tuple(9, "xslt.static"),
                        tuple(12, "xslt.static"));
    }

    private static String telling(String select) {
        return sheet("\n<xsl:variable name='a' static='yes' select=\"" + select + "\"/>"
                + "\n<xsl:variable name='b' static='yes' select=\"error(xs:QName('f:e'), string-join($a))\"/>"
                + "\n<xsl:template match='/'><xsl:value-of select='1 +'/></xsl:template>");
    }

    /** This proves that the evaluations below would be visible. */
    @Test
    void valuesComputedAtTheCompilationAreVisible() {
        assertThat(findings(telling("concat('some', 'thing')")))
                .extracting(Finding::line, Finding::rule)
                .contains(tuple(3, "xslt.static"));
        assertThat(findings(telling("concat('some', 'thing')")))
                .extracting(Finding::sentence)
                .anyMatch(sentence -> sentence.contains("something"));
    }

    /** A static variable is computed at the compilation, and the next line would reveal its value. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "doc('FOLDERsecret.xml')",
                "document('FOLDERsecret.xml')",
                "doc('b.xml')",
                "doc('unit:/b.xml')",
                "doc('HTTPa.xml')",
                "document('HTTPa.xml')",
                "doc-available('HTTPa.xml')",
                "unparsed-text('FOLDERsecret.txt')",
                "unparsed-text('HTTPa')",
                "unparsed-text-lines('FOLDERsecret.txt')",
                "unparsed-text-available('HTTPa')",
                "json-doc('FOLDERsecret.json')",
                "collection('FOLDER?select=secret.xml')",
                "uri-collection('FOLDER')",
                "environment-variable('PATH')",
                "available-environment-variables()",
                "concat(system-property('user.home'), '!')",
                "transform(map{'stylesheet-location': 'FOLDERsecret.xsl'})?output",
                "transform(map{'stylesheet-location': 'HTTPa.xsl'})?output",
                "transform(map{'stylesheet-text': unparsed-text('FOLDERsecret.xsl')})?output",
                "load-xquery-module('urn:m', map{'location-hints': 'FOLDERsecret.xqm'})?functions?*?0()",
                "function-lookup(xs:QName('fn:unparsed-text'), 1)('FOLDERsecret.txt')",
                "unparsed-text#1('FOLDERsecret.txt')",
                "'FOLDERsecret.txt' => unparsed-text()",
                "Q{java:PROBE}value()",
                "Q{java:java.lang.System}getProperty('user.home') || '!'",
                "saxon:evaluate(\"unparsed-text('FOLDERsecret.txt')\")",
                "parse-xml('&lt;!DOCTYPE a [&lt;!ENTITY e SYSTEM \"FOLDERsecret.txt\">]>&lt;a>&amp;e;&lt;/a>')",
                "parse-xml('&lt;!DOCTYPE a SYSTEM \"HTTPa.dtd\">&lt;a/>')"
            })
    void refusedExpressionsAreNotEvaluated(String expression) throws Exception {
        String select = addressed(expression).replace("\"", "&quot;");
        List<Finding> findings = findings(telling(select));

        assertThat(findings).isNotEmpty();
        assertThat(findings.get(0).line()).isEqualTo(2);
        assertThat(findings.get(0).rule()).isEqualTo("xslt.function");
        assertNothingWasReached(findings);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<xsl:evaluate xpath=\"'unparsed-text(&quot;FOLDERsecret.txt&quot;)'\"/>",
                "<xsl:result-document href='FOLDERout.xml'><a/></xsl:result-document>",
                "<xsl:source-document href='HTTPa.xml'><a/></xsl:source-document>",
                "<xsl:merge><xsl:merge-source for-each-source=\"'HTTPa.xml'\" select='.'><xsl:merge-key/></xsl:merge-source>"
                        + "<xsl:merge-action/></xsl:merge>",
                "<e:x xmlns:e='java:PROBE' xsl:extension-element-prefixes='e'/>",
                "<saxon:assign name='a' xsl:extension-element-prefixes='saxon'/>",
                "<xsl:if _test=\"{unparsed-text-available('HTTPa')}\"/>",
                "<r xsl:use-when=\"doc-available('HTTPa.xml')\"/>"
            })
    void instructionsThatAreRefusedAreNotFollowed(String instruction) throws Exception {
        List<Finding> findings = findings(
                sheet("<xsl:template match='/'>" + addressed(instruction) + "\n<a b='{1 +}'/></xsl:template>"));

        assertThat(findings).isNotEmpty();
        assertThat(findings.get(0).rule()).isNotEqualTo("xslt.static");
        assertNothingWasReached(findings);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<xsl:include _href='HTTPa.xsl'/>",
                "<xsl:import _href='FOLDERsecret.xsl'/>",
                "<xsl:use-package name='HTTPa.xsl'/>",
                "<xsl:import-schema namespace='urn:a' schema-location='HTTPa.xsd'/>"
            })
    void declarationsThatAreRefusedAreNotFollowed(String declaration) throws Exception {
        List<Finding> findings = findings(sheet(addressed(declaration) + "\n<xsl:template match='/'/>"));

        assertThat(findings).isNotEmpty();
        assertThat(findings.get(0).rule()).isNotEqualTo("xslt.static");
        assertNothingWasReached(findings);
    }
}
