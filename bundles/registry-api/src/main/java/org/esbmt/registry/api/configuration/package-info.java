/**
 * The configuration registry: clusters and their nodes, JBI components, the revision log of management operations,
 * quotas and contingents, and the audit trail. Each interface is a service of its own; one database holds the data of
 * all. The rules of {@link org.esbmt.registry.api.TenantRegistry} for threads and units of work hold for all of them.
 */
@Export
@Version("1.0.0")
package org.esbmt.registry.api.configuration;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
