/**
 * TLS contexts from key stores and cipher suites, with one handshake a connection. The settings create them; {@code
 * edge} and {@code backend} take a handler for each connection.
 */
package org.esbmt.http.bc.internal.tls;
