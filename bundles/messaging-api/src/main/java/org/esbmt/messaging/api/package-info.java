/**
 * The message broker that administration and nodes talk over, wherever it runs. Start from
 * {@link org.esbmt.messaging.api.MessageBroker}.
 */
@Export
@Version("1.0.0")
package org.esbmt.messaging.api;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
