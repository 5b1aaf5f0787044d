package org.esbmt.load;

import java.util.List;
import java.util.Map;
import org.esbmt.harness.AssemblyArchive;
import org.esbmt.harness.AssemblyArchive.Unit;

/**
 * The assemblies with routes, after the scenarios of the public ESB benchmark. Each takes the message of the direct proxy, at
 * {@code Load/<name>}, and sends it to the same back end.
 */
enum RoutedAssembly {
    /** A choice by an element of the body. No message takes the second of the two branches. */
    CBR_BODY("cbr-body", choice("<xpath>/soap:Envelope/soap:Body/b:echo/b:kind = 'order'</xpath>")),
    /** A choice by a block of the SOAP header. */
    CBR_SOAP_HEADER("cbr-soap-header", choice("<xpath>/soap:Envelope/soap:Header/b:kind = 'order'</xpath>")),
    /** A choice by a header of the HTTP request. */
    CBR_HTTP_HEADER("cbr-http-header", choice("<simple>${header.Accept-Language} == 'de'</simple>")),
    /** A transformation of the whole envelope in both directions. */
    XSLT("xslt", """
            <to uri="xslt:there.xsl"/>
            <to uri="jbi:service:urn:esbmt:load:BackEnd"/>
            <to uri="xslt:back.xsl"/>
            """);

    private final String name;
    private final String steps;

    RoutedAssembly(String name, String steps) {
        this.name = name;
        this.steps = steps;
    }

    static RoutedAssembly named(String name) {
        for (RoutedAssembly assembly : values()) {
            if (assembly.name.equals(name)) {
                return assembly;
            }
        }
        throw new IllegalArgumentException("there is no scenario " + name);
    }

    /** The name in the table and in the URL. */
    String scenario() {
        return name;
    }

    private static String choice(String condition) {
        return """
                <choice>
                  <when>
                    %s
                    <to uri="jbi:service:urn:esbmt:load:BackEnd"/>
                  </when>
                  <otherwise>
                    <to uri="jbi:service:urn:esbmt:load:Nobody"/>
                  </otherwise>
                </choice>
                """.formatted(condition);
    }

    private static String renaming(String from, String to) {
        return """
                <xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                                xmlns:b="urn:esbmt:load">
                  <xsl:template match="@* | node()">
                    <xsl:copy><xsl:apply-templates select="@* | node()"/></xsl:copy>
                  </xsl:template>
                  <xsl:template match="b:%1$s">
                    <b:%2$s><xsl:apply-templates select="@* | node()"/></b:%2$s>
                  </xsl:template>
                </xsl:stylesheet>
                """.formatted(from, to);
    }

    byte[] archive(String backEndUrl) {
        String http = """
                <beans xmlns:http="http://servicemix.apache.org/http/1.0" xmlns:b="urn:esbmt:load">
                  <http:soap-consumer service="b:Load" endpoint="%1$s" targetService="b:Router" targetEndpoint="%1$s"/>
                  <http:soap-provider service="b:BackEnd" endpoint="%1$s" locationURI="%2$s"/>
                  <http:soap-provider service="b:Nobody" endpoint="%1$s" locationURI="%2$s"/>
                </beans>
                """.formatted(name, backEndUrl);
        String routes = """
                <routes xmlns="http://camel.apache.org/schema/spring" xmlns:b="urn:esbmt:load"
                        xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
                  <route id="%1$s">
                    <from uri="jbi:endpoint:urn:esbmt:load:Router:%1$s"/>
                    %2$s
                  </route>
                </routes>
                """.formatted(name, steps);
        Map<String, String> files = this == XSLT
                ? Map.of(
                        "routes.xml",
                        routes,
                        "there.xsl",
                        renaming("line", "item"),
                        "back.xsl",
                        renaming("item", "line"))
                : Map.of("routes.xml", routes);
        return AssemblyArchive.of(
                name,
                List.of(
                        new Unit(name + "-http", "http-bc", Map.of("xbean.xml", http)),
                        new Unit(name + "-routes", "camel-se", files)));
    }
}
