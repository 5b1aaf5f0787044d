/** Applies the commands of the cluster on this node, one after the other. */
package org.esbmt.management.service.internal.apply;
