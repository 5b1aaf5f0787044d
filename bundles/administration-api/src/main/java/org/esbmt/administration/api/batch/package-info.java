/**
 * Many operations at once, all of them or none. Start from {@link org.esbmt.administration.api.batch.BatchAdministration};
 * {@link org.esbmt.administration.api.batch.BatchText} reads a batch from a file.
 */
@Export
@Version("1.0.0")
package org.esbmt.administration.api.batch;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
