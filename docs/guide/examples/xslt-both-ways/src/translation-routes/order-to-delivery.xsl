<?xml version="1.0" encoding="UTF-8"?>
<!-- The order of a customer becomes a delivery of the warehouse; the SOAP envelope around it stays. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                xmlns:o="http://example.org/orders" xmlns:w="http://example.org/warehouse" exclude-result-prefixes="o">

  <xsl:template match="@* | node()">
    <xsl:copy>
      <xsl:apply-templates select="@* | node()"/>
    </xsl:copy>
  </xsl:template>

  <xsl:template match="o:order">
    <w:delivery>
      <w:recipient><xsl:value-of select="o:customer"/></w:recipient>
      <w:destination><xsl:value-of select="o:country"/></w:destination>
      <xsl:for-each select="o:line">
        <w:item sku="{o:article}" pieces="{o:quantity}"/>
      </xsl:for-each>
    </w:delivery>
  </xsl:template>
</xsl:stylesheet>
