/**
 * From the files of a service unit to the {@link org.esbmt.camel.se.internal.model}: files in either language become a
 * tree of {@link org.esbmt.camel.se.internal.reader.Node}s, which is held to the
 * {@link org.esbmt.camel.se.internal.reader.RouteVocabulary} and then read as routes. An error becomes a finding, and
 * reading goes on. No text of a tenant reaches Camel. The scanner of YAML is the only library that gets one.
 */
package org.esbmt.camel.se.internal.reader;
