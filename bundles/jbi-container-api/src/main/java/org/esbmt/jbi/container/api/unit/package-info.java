/**
 * How a component's knowledge of its service units serves the deployer: before anything is installed, a
 * {@link org.esbmt.jbi.container.api.unit.UnitReader} says what is wrong with a tenant's unit, and writes it anew with
 * the tenant's names.
 */
@Export
@Version("1.0.0")
package org.esbmt.jbi.container.api.unit;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
