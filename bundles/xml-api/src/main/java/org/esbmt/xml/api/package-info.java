/**
 * Reads untrusted XML from a network or an archive: a lexer that is fed with pieces and reports their contents to a
 * grammar. Start from {@link org.esbmt.xml.api.XmlLexer} and {@link org.esbmt.xml.api.XmlEvents}. {@link
 * org.esbmt.xml.api.PlainReader} is a shorter way for the plain beginning of a document.
 */
@Export
@Version("1.0.0")
package org.esbmt.xml.api;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
