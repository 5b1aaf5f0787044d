/** The service registry: deployments of tenants, their history, and registered services. */
@Export
@Version("1.0.0")
package org.esbmt.registry.api.service;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
