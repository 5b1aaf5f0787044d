/**
 * The traffic of a node, counted by its parts: the service {@link org.esbmt.management.api.traffic.TrafficSource}.
 */
@Export
@Version("1.0.0")
package org.esbmt.management.api.traffic;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
