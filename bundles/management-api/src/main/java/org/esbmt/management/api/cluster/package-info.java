/**
 * A node and its cluster. Administration changes all nodes through {@link
 * org.esbmt.management.api.cluster.ClusterChanges}. A node has its identity, the log of the cluster's changes, and
 * their archives. {@link org.esbmt.management.api.cluster.NodeState} describes the actual and the desired state of a
 * node.
 */
@Export
@Version("1.0.0")
package org.esbmt.management.api.cluster;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
