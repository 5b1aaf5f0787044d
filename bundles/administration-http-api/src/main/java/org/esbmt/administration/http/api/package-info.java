/**
 * The contract of the administration port. A bundle registers an {@link
 * org.esbmt.administration.http.api.HttpResource} as a service, and the port serves it below a path. The port checks
 * host, origin, credentials and limits before it calls the resource.
 */
@Export
@Version("1.0.0")
package org.esbmt.administration.http.api;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
