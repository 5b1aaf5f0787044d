/** The service registry: what tenants deploy, what becomes of it, and which services they have. */
@Export
@Version("1.0.0")
package org.esbmt.registry.api.service;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
