/**
 * Transformations of tenants' routes. Start from {@link org.esbmt.camel.se.internal.xslt.Stylesheet}: checked and compiled
 * when its unit is deployed, run by Saxon within bounds.
 */
package org.esbmt.camel.se.internal.xslt;
