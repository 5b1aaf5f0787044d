/** MBeans whose attributes say what they are and how old they may be. */
@Export
@Version("1.0.0")
package org.esbmt.jbi.container.api.jmx;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
