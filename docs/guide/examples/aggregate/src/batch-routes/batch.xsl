<?xml version="1.0" encoding="UTF-8"?>
<!-- The collected envelopes become one, with all the orders in its body. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:c="urn:esbmt:collected:1"
                xmlns:o="http://example.org/orders" exclude-result-prefixes="c">

  <xsl:template match="/c:collected">
    <soap:Envelope>
      <soap:Body>
        <o:batch>
          <xsl:copy-of select="soap:Envelope/soap:Body/o:order"/>
        </o:batch>
      </soap:Body>
    </soap:Envelope>
  </xsl:template>
</xsl:stylesheet>
