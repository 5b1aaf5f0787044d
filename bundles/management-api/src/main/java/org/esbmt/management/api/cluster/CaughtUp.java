package org.esbmt.management.api.cluster;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A marker service. It is registered once this node has applied the cluster's changes that existed at its start. It is
 * also registered if their application has to wait, because the registry is unavailable or a time limit is over. From
 * then on it stays.
 */
@ProviderType
public interface CaughtUp {}
