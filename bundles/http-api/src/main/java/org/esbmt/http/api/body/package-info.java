/**
 * A message's content between two connections, with back-pressure in both directions. Connections write and read it on an
 * event loop. Other components of the bus read it as a JAXP source, on threads that may block.
 */
@Export
@Version("1.0.0")
package org.esbmt.http.api.body;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
