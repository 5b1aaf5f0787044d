/**
 * XML from strangers, as it comes from a network or out of an archive: a lexer that is fed with pieces and tells a grammar
 * what they are. Start from {@link org.esbmt.xml.api.XmlLexer} and {@link org.esbmt.xml.api.XmlEvents}.
 */
@Export
@Version("1.0.0")
package org.esbmt.xml.api;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
