/**
 * Files that stay whole after a crash and are readable by the user of the bus only. Start from
 * {@link org.esbmt.files.api.DurableFiles}.
 */
@Export
@Version("1.0.0")
package org.esbmt.files.api;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
