/**
 * The API of this JBI container beyond JSR-208. A component starts from
 * {@link org.esbmt.jbi.container.api.TenantComponentContext}, the type of its {@code ComponentContext}. A deployer
 * starts from {@link org.esbmt.jbi.container.api.InstalledComponents}.
 */
@Export
@Version("1.0.0")
package org.esbmt.jbi.container.api;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
