/**
 * XPath of tenants' routes over messages. Start from {@link org.esbmt.camel.se.internal.xpath.CompiledXPath}. A
 * streaming evaluator answers most expressions while the message's bytes arrive. Saxon, with bounds, answers all
 * others.
 */
package org.esbmt.camel.se.internal.xpath;
