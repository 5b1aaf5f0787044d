/**
 * What a node does about the changes of its cluster: {@link org.esbmt.management.service.internal.Resequencer} takes them,
 * in order and once.
 */
package org.esbmt.management.service.internal;
