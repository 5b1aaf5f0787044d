/** MBeans with descriptions of their attributes, which include the largest age of the values. */
@Export
@Version("1.0.0")
package org.esbmt.jbi.container.api.jmx;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
