/**
 * Administration as resources of HTTP, independent of a server. A server authenticates the administrator, makes a
 * {@link org.esbmt.administration.rest.RestRequest} and sends the {@link org.esbmt.administration.rest.RestAnswer}.
 */
@Export
@Version("1.0.0")
package org.esbmt.administration.rest;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
