/**
 * The message broker between administration and nodes, embedded or external. Start from
 * {@link org.esbmt.messaging.api.MessageBroker}.
 */
@Export
@Version("1.0.0")
package org.esbmt.messaging.api;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
