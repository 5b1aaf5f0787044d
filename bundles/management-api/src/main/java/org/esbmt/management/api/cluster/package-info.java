/**
 * A node and its cluster: how administration changes all nodes ({@link org.esbmt.management.api.cluster.ClusterChanges}); what
 * a node has of its cluster, the log of its changes and the archives that they name; and what it ought to come to.
 */
@Export
@Version("1.0.0")
package org.esbmt.management.api.cluster;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
