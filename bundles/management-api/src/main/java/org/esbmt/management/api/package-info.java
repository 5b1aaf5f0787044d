/** The operations of a node that carry out changes by administration. */
@Export
@Version("1.0.0")
package org.esbmt.management.api;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
