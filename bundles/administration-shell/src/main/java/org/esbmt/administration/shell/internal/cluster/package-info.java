/** The commands for the nodes of the cluster and for the operations that they follow; Karaf's shell alone calls them. */
package org.esbmt.administration.shell.internal.cluster;
