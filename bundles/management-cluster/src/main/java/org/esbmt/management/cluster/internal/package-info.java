/**
 * This node's part in its cluster: {@link org.esbmt.management.cluster.internal.ClusterPart} finds out who it is, and
 * {@link org.esbmt.management.cluster.internal.PublishedChanges} is what administration calls.
 */
package org.esbmt.management.cluster.internal;
