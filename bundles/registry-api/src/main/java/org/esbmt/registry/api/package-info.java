/** The registries of tenants, services and configuration, and the database server behind them. */
@Export
@Version("1.0.0")
package org.esbmt.registry.api;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
