/** Records the traffic of this node. */
package org.esbmt.administration.internal.traffic;
