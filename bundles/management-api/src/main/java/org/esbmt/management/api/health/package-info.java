/** The health of a node, reported by its parts: the service {@link org.esbmt.management.api.health.HealthSource}. */
@Export
@Version("1.0.0")
package org.esbmt.management.api.health;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
