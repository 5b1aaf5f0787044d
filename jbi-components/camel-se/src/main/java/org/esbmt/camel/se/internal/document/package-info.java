/**
 * Documents out of bytes, for those that need more of one than its events: as Saxon's tree, or told to what was written for
 * SAX. Both read with the bus's own lexer, so a document is the same, or refused, wherever it is looked at.
 */
package org.esbmt.camel.se.internal.document;
