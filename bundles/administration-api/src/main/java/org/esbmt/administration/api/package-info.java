/**
 * The operations of administrators on the bus. Every adapter, be it the shell, JMX or a web service, authenticates the
 * administrator and then calls these interfaces. The implementation decides whether an operation is permitted, and
 * carries it out.
 */
@Export
@Version("1.0.0")
package org.esbmt.administration.api;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
