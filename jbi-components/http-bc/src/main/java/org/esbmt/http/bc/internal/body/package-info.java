/**
 * A message's content between two connections, with back-pressure in both directions. {@code edge} and {@code backend} write
 * and read it on an event loop; other components of the bus read it as a JAXP source.
 */
package org.esbmt.http.bc.internal.body;
