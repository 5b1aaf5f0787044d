/**
 * Content of messages as bytes, so that components need neither copy it nor wait for it.
 * {@link org.esbmt.content.api.BytesSource} is complete;
 * {@link org.esbmt.content.api.ArrivingContent} arrives from a network.
 */
@Export
@Version("1.0.0")
package org.esbmt.content.api;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
