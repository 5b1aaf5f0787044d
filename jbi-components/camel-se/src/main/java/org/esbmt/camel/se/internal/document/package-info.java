/**
 * Documents from bytes, as Saxon's tree or as SAX events. Both readers use the bus's own lexer, so every reader sees
 * the same document or refuses it.
 */
package org.esbmt.camel.se.internal.document;
