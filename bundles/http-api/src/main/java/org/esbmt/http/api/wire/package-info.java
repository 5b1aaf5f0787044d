/**
 * HTTP/1.1 as octets: readers and writers of heads and bodies, and the header fields that are known. They have no
 * connection of their own, and each object is confined to one thread. {@code edge} and clients of back ends call them.
 */
@Export
@Version("1.0.0")
package org.esbmt.http.api.wire;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
