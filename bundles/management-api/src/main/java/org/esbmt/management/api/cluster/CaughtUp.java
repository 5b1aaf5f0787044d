package org.esbmt.management.api.cluster;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A mark. The service is there once this node has applied what its cluster had when the node started, or once it has turned
 * out that this has to wait: because the registry is away, or because it takes long. From then on it stays.
 */
@ProviderType
public interface CaughtUp {}
