/**
 * What administrators may ask of the bus. Every way to ask, be it the shell, JMX or a web service, authenticates the
 * administrator and then calls these interfaces; what may be done, and what it does, is decided behind them.
 */
@Export
@Version("1.0.0")
package org.esbmt.administration.api;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
