/**
 * Changes of the bus as values. A {@link org.esbmt.administration.api.command.Command} says what an administrator wants;
 * {@link org.esbmt.administration.api.command.Administration} executes it. Adapters build commands from the words of their clients.
 */
@Export
@Version("1.0.0")
package org.esbmt.administration.api.command;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
