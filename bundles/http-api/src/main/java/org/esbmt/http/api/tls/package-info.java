/**
 * TLS contexts from key stores and cipher suites, with one handshake a connection. A configuration creates them. Ports
 * and clients take a handler for each connection.
 */
@Export
@Version("1.0.0")
package org.esbmt.http.api.tls;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
