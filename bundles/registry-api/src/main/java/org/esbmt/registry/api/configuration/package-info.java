/**
 * The configuration registry: clusters and their nodes, JBI components, the revision log of management operations, quotas
 * and contingents, and the audit trail. Each interface is one story and a service of its own; all are kept in one
 * database. What {@link org.esbmt.registry.api.TenantRegistry} says of threads and units of work holds for all of them.
 */
@Export
@Version("1.0.0")
package org.esbmt.registry.api.configuration;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
