/**
 * A port of HTTP/1.1 whose requests are handled on threads that may block. Start from
 * {@link org.esbmt.http.api.HttpPort#open} and {@link org.esbmt.http.api.Router}. The packages below are for servers
 * that handle requests on the event loop itself, as the data port does.
 */
@Export
@Version("1.0.0")
package org.esbmt.http.api;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
