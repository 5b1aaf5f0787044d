/**
 * TLS contexts out of key stores and cipher suites, with one handshake a connection. The settings make them; {@code edge} and
 * {@code backend} take a handler for each connection.
 */
package org.esbmt.http.bc.internal.tls;
