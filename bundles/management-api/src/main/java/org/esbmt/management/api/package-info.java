/** What a node does when administration changes something. */
@Export
@Version("1.0.0")
package org.esbmt.management.api;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
