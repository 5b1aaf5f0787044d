/** Event loops, and the ticks of their deadlines. All packages with connections use them; it uses none of them. */
@Export
@Version("1.0.0")
package org.esbmt.http.api.loop;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
