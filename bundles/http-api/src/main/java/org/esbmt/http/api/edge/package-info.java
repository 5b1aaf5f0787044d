/**
 * The side of clients: ports, connections, requests with their bodies and answers, and the limits of all of these. It
 * knows neither tenants nor SOAP. Start from {@link org.esbmt.http.api.edge.HttpServer} and
 * {@link org.esbmt.http.api.edge.CallHandler}.
 */
@Export
@Version("1.0.0")
package org.esbmt.http.api.edge;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
