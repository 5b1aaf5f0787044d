package org.esbmt.suite.message;

import java.util.Locale;

/** A scenario of the public ESB benchmark. All of them take the same message. */
public enum Scenario {
    /** The message goes to the back end as it is. */
    DIRECT,
    /** A choice by an element of the body. */
    CBR_BODY,
    /** A choice by a block of the SOAP header. */
    CBR_SOAP_HEADER,
    /** A choice by a header of the HTTP request. */
    CBR_HTTP_HEADER,
    /** A transformation of the whole envelope in both directions, by the identity. */
    XSLT;

    /** The prefixes of all conditions. */
    public static final String NAMESPACES = "xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\" "
            + "xmlns:m=\"urn:esbmt:stocks\" xmlns:s=\"urn:esbmt:suite\"";

    /** True for every message: routed by its body. */
    public static final String BODY_CONDITION = "/soap:Envelope/soap:Body/m:buyStocks/order[1]/symbol = 'FIRST'";

    /** True for every message: routed by its SOAP header. */
    public static final String SOAP_HEADER_CONDITION = "/soap:Envelope/soap:Header/s:route = 'gold'";

    /** True for every message: routed by its HTTP header, in the language Simple. */
    public static final String HTTP_HEADER_CONDITION = "${header.Accept-Language} == 'de'";

    /** The stylesheet of both directions. */
    public static final String IDENTITY = """
            <xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
              <xsl:template match="@* | node()">
                <xsl:copy><xsl:apply-templates select="@* | node()"/></xsl:copy>
              </xsl:template>
            </xsl:stylesheet>
            """;

    static final String FIRST_SYMBOL = "FIRST";

    /** The word in the results and in paths. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
