/**
 * Changes of the bus as values. A {@link org.esbmt.administration.api.command.Command} states the request of an administrator;
 * {@link org.esbmt.administration.api.command.Administration} executes it. Adapters build commands from the input of their clients.
 */
@Export
@Version("1.0.0")
package org.esbmt.administration.api.command;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
