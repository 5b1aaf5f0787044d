/**
 * XPath of tenants' routes over messages. Start from {@link org.esbmt.camel.se.internal.xpath.CompiledXPath}. What most
 * routes ask is answered by a machine of our own while the message's bytes arrive; everything else by Saxon, bounded.
 */
package org.esbmt.camel.se.internal.xpath;
