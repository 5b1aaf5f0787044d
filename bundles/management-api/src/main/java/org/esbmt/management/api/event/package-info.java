/** State changes on a node, reported to listeners: the service {@link org.esbmt.management.api.event.StateListener}. */
@Export
@Version("1.0.0")
package org.esbmt.management.api.event;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
