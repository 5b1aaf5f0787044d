/**
 * Converts the files of a service unit to the {@link org.esbmt.camel.se.internal.model}. Files in either language
 * become a tree of {@link org.esbmt.camel.se.internal.reader.Node}s. It is checked against the {@link
 * org.esbmt.camel.se.internal.reader.RouteVocabulary} and then read as routes. An error becomes a finding, and reading goes
 * on. No text of a tenant reaches Camel. The scanner of YAML is the only library that receives one.
 */
package org.esbmt.camel.se.internal.reader;
