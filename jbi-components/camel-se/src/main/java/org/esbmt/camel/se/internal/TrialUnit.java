package org.esbmt.camel.se.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.esbmt.camel.se.internal.document.EvaluationLimits;
import org.esbmt.camel.se.internal.engine.CamelEngine;
import org.esbmt.camel.se.internal.model.Expression.XPath;
import org.esbmt.camel.se.internal.model.Expression.XPath.Result;
import org.esbmt.camel.se.internal.model.Expression.XPath.Version;
import org.esbmt.camel.se.internal.model.Place;
import org.esbmt.camel.se.internal.reader.CamelUnitReader;
import org.esbmt.camel.se.internal.reader.ContentCheck;
import org.esbmt.camel.se.internal.xpath.CompiledXPath;
import org.esbmt.camel.se.internal.xslt.Stylesheet;
import org.esbmt.guarded.saxon.Evaluation;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.unit.TenantScope;
import org.esbmt.jbi.container.api.unit.UnitFiles;
import org.esbmt.jbi.container.api.unit.UnitReading;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantNames;
import org.esbmt.xml.api.XmlLimits;

/**
 * A unit that covers every path of a tenant's unit, from the author's files to running routes, except for the bus. None
 * of its endpoints is ever opened, no counter counts it, and it has no owner.
 */
final class TrialUnit {
    private static final TenantId NOBODY = TenantId.of("00000000-0000-4000-8000-000000000000");

    private static final String ROUTES = """
            <routes xmlns="http://camel.apache.org/schema/spring" xmlns:t="urn:esbmt:trial">
              <onException>
                <exception>org.esbmt.Unavailable</exception>
                <redeliveryPolicy maximumRedeliveries="1"/>
                <handled><constant>true</constant></handled>
                <to uri="jbi:service:urn:esbmt:trial:Late"/>
              </onException>
              <route id="trial">
                <from uri="jbi:endpoint:urn:esbmt:trial:Trial:trial"/>
                <setHeader name="Trial"><xpath>string-length(/t:trial)</xpath></setHeader>
                <choice>
                  <when>
                    <xpath>/t:trial/t:kind = 'one'</xpath>
                    <to uri="xslt:trial.xsl"/>
                  </when>
                  <when>
                    <simple>${header.Trial} == 'two'</simple>
                    <setBody><constant>two</constant></setBody>
                  </when>
                  <otherwise>
                    <to uri="direct:ordinary"/>
                  </otherwise>
                </choice>
              </route>
              <route id="ordinary">
                <from uri="direct:ordinary"/>
                <split><xpath>/t:trial/*</xpath><to uri="validator:trial.xsd"/></split>
                <to uri="jbi:endpoint:urn:esbmt:trial:Back:trial"/>
              </route>
            </routes>
            """;

    private static final String STYLESHEET = """
            <xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:t="urn:esbmt:trial">
              <xsl:template match="@* | node()">
                <xsl:copy><xsl:apply-templates select="@* | node()"/></xsl:copy>
              </xsl:template>
              <xsl:template match="t:kind">
                <t:sort><xsl:value-of select="."/></t:sort>
              </xsl:template>
            </xsl:stylesheet>
            """;

    private static final String SCHEMA = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:esbmt:trial">
              <xs:element name="kind" type="xs:string"/>
            </xs:schema>
            """;

    private static final byte[] MESSAGE =
            "<t:trial xmlns:t='urn:esbmt:trial'><t:kind>one</t:kind></t:trial>".getBytes(UTF_8);

    /**
     * Wide limits. The trial unit is the bus's own. It is slow because it runs first, possibly during the start of
     * other parts.
     */
    private static final EvaluationLimits UNHURRIED =
            new EvaluationLimits(Duration.ofMinutes(1), 1L << 30, 1 << 20, XmlLimits.DEFAULTS);

    private final CamelEngine engine;

    TrialUnit(CamelEngine engine) {
        this.engine = engine;
    }

    /** The tasks of the warm-up, the longest first. */
    List<WarmUp.Task> tasks() {
        return List.of(Evaluation::prepare, this::build, TrialUnit::evaluate);
    }

    private void build() throws Exception {
        ContentCheck check = new UnitContents.Checked(UNHURRIED, UNHURRIED);
        UnitReading reading = new CamelUnitReader(check)
                .read(
                        new MemoryFiles(Map.of(
                                "trial.xml", ROUTES.getBytes(UTF_8),
                                "trial.xsl", STYLESHEET.getBytes(UTF_8),
                                "trial.xsd", SCHEMA.getBytes(UTF_8))),
                        new TenantScope(new TenantNames(TenantNames.DEFAULT_PREFIX), NOBODY, Optional.empty()));
        if (!reading.findings().isEmpty()) {
            throw new IllegalStateException(reading.findings().toString());
        }
        engine.tryOut(Owner.of(NOBODY), UnitContents.read(new MemoryFiles(reading.rewritten()), check));
    }

    private static void evaluate() throws Exception {
        for (String text : List.of("/t:trial/t:kind = 'one'", "string-length(/t:trial) = 3")) {
            XPath model = new XPath(
                    text, Map.of("t", "urn:esbmt:trial"), Version.V1, Result.BOOLEAN, "", new Place("trial.xml", 1));
            if (!CompiledXPath.compile(model, UNHURRIED, UNHURRIED)
                    .evaluate(MESSAGE, Map.of())
                    .isTrue()) {
                throw new IllegalStateException(text);
            }
        }
        byte[] made = Stylesheet.compile(
                        new MemoryFiles(Map.of("trial.xsl", STYLESHEET.getBytes(UTF_8))),
                        "trial.xsl",
                        UNHURRIED,
                        UNHURRIED)
                .transform(MESSAGE, Map.of());
        if (made.length == 0) {
            throw new IllegalStateException("trial.xsl");
        }
    }

    private record MemoryFiles(Map<String, byte[]> files) implements UnitFiles {
        @Override
        public SortedSet<String> names() {
            return new TreeSet<>(files.keySet());
        }

        @Override
        public Optional<byte[]> content(String name) {
            return Optional.ofNullable(files.get(name)).map(byte[]::clone);
        }
    }
}
