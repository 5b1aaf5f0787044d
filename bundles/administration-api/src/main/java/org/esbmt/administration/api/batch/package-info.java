/**
 * The text of a batch.
 * {@link org.esbmt.administration.api.batch.BatchText} reads it from XML.
 */
@Export
@Version("1.0.0")
package org.esbmt.administration.api.batch;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
