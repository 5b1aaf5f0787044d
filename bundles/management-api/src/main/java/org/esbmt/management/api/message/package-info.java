/**
 * Messages to the nodes about changes by administration, and their responses. The package has the values, their one
 * form as text, and the seal that proves the bus as the sender. The transport of the texts is not part of this package.
 */
@Export
@Version("1.0.0")
package org.esbmt.management.api.message;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
