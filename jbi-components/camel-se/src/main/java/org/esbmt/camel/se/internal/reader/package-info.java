/**
 * From the files of a service unit to the {@link org.esbmt.camel.se.internal.model}: files in either language become a
 * tree of {@link org.esbmt.camel.se.internal.reader.Node}s, which is held to the
 * {@link org.esbmt.camel.se.internal.reader.Vocabulary} and then read as routes. What is wrong becomes a finding, and
 * reading goes on. No text of a tenant reaches Camel or another library than the scanner of YAML.
 */
package org.esbmt.camel.se.internal.reader;
