/**
 * Content of messages as bytes, so that components need neither copy it nor wait for it.
 * {@link org.esbmt.jbi.container.api.content.BytesSource} is complete;
 * {@link org.esbmt.jbi.container.api.content.ArrivingContent} arrives from a network.
 */
@Export
@Version("1.0.0")
package org.esbmt.jbi.container.api.content;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
