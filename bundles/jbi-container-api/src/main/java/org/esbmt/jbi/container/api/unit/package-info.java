/**
 * The inspection of service units before their deployment. A {@link org.esbmt.jbi.container.api.unit.UnitReader}
 * reports the errors in a tenant's unit. It also rewrites the unit with the tenant's names.
 */
@Export
@Version("1.0.0")
package org.esbmt.jbi.container.api.unit;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
