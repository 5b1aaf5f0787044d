/**
 * Applies the changes of the cluster on a node: {@link org.esbmt.management.service.internal.Resequencer} takes each
 * once and in order.
 */
package org.esbmt.management.service.internal;
