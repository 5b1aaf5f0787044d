/**
 * Files that a crash leaves whole, and that are for the user of the bus only. Start from
 * {@link org.esbmt.files.api.DurableFiles}.
 */
@Export
@Version("1.0.0")
package org.esbmt.files.api;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
