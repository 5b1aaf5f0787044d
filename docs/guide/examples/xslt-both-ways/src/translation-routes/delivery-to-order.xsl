<?xml version="1.0" encoding="UTF-8"?>
<!-- Translates the answer of the warehouse into the customer's vocabulary. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                xmlns:o="http://example.org/orders" xmlns:w="http://example.org/warehouse" exclude-result-prefixes="w">

  <xsl:template match="@* | node()">
    <xsl:copy>
      <xsl:apply-templates select="@* | node()"/>
    </xsl:copy>
  </xsl:template>

  <xsl:template match="w:delivery">
    <o:confirmation>
      <o:customer><xsl:value-of select="w:recipient"/></o:customer>
      <o:pieces><xsl:value-of select="sum(w:item/@pieces)"/></o:pieces>
    </o:confirmation>
  </xsl:template>
</xsl:stylesheet>
