/**
 * This node's part in its cluster. {@link org.esbmt.management.cluster.internal.ClusterPart} determines the node's
 * identity. Administration publishes its changes through {@link
 * org.esbmt.management.cluster.internal.PublishedChanges}.
 */
package org.esbmt.management.cluster.internal;
