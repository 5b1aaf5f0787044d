<?xml version="1.0" encoding="UTF-8"?>
<!-- The request becomes the answer; the SOAP envelope around it stays. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                xmlns:g="http://example.org/greeting">

  <xsl:template match="@* | node()">
    <xsl:copy>
      <xsl:apply-templates select="@* | node()"/>
    </xsl:copy>
  </xsl:template>

  <xsl:template match="g:greet">
    <g:greeting>Hello, <xsl:value-of select="g:name"/>.</g:greeting>
  </xsl:template>
</xsl:stylesheet>
